import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './choice.module.css'

type ChoiceProps = Omit<ComponentProps<'input'>, 'className' | 'id' | 'type' | 'role'> & {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
}

/** A checkbox of a form. */
export function Checkbox({ label, hint, error, ...input }: ChoiceProps) {
  const wiring = useWiring(hint, error)
  return (
    <div className={styles.choice}>
      <label className={styles.row}>
        <input {...input} {...wiring.input} type="checkbox" className={styles.box} />
        <span id={wiring.labelId}>{label}</span>
      </label>
      <Notes wiring={wiring} hint={hint} error={error} />
    </div>
  )
}

type SwitchProps = Omit<ChoiceProps, 'checked' | 'onChange'> & {
  checked: boolean
  onChange: (checked: boolean) => void
}

/**
 * A switch that acts at once (optimistic): the caller shows the new state immediately, and the old one when
 * refused.
 */
export function Switch({ label, hint, error, onChange, ...input }: SwitchProps) {
  const wiring = useWiring(hint, error)
  return (
    <div className={styles.choice}>
      <label className={styles.switchRow}>
        <span id={wiring.labelId}>{label}</span>
        <input
          {...input}
          {...wiring.input}
          type="checkbox"
          role="switch"
          className={styles.switch}
          onChange={event => onChange(event.target.checked)}
        />
      </label>
      <Notes wiring={wiring} hint={hint} error={error} />
    </div>
  )
}

function useWiring(hint: ReactNode, error: ReactNode) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return {
    id,
    labelId: `${id}-label`,
    input: {
      'aria-labelledby': `${id}-label`,
      'aria-describedby': described || undefined,
      'aria-invalid': error ? (true as const) : undefined,
    },
  }
}

function Notes(props: { wiring: { id: string }; hint: ReactNode; error: ReactNode }) {
  return (
    <>
      {props.hint && (
        <p className={styles.hint} id={`${props.wiring.id}-hint`}>
          {props.hint}
        </p>
      )}
      {props.error && (
        <p className={styles.error} id={`${props.wiring.id}-error`}>
          {props.error}
        </p>
      )}
    </>
  )
}
