import { type ReactNode, useId } from 'react'
import styles from './radio-group.module.css'

type RadioGroupProps<Value extends string> = {
  legend: string
  name: string
  options: readonly { value: Value; label: string; hint?: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
}

/** Radio buttons, each with a hint. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { legend, name, options, value, onChange } = props
  const id = useId()
  return (
    <fieldset>
      <legend className={styles.legend}>{legend}</legend>
      {options.map(option => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            aria-labelledby={`${id}-${option.value}`}
            aria-describedby={option.hint ? `${id}-${option.value}-hint` : undefined}
          />
          <span>
            <span className={styles.label} id={`${id}-${option.value}`}>
              {option.label}
            </span>
            {option.hint && (
              <span className={styles.hint} id={`${id}-${option.value}-hint`}>
                {option.hint}
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
