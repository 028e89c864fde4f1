import { type ReactNode, useId } from 'react'
import styles from './field.module.css'

export type FieldTexts = {
  label: string
  /** Format or help, always visible. */
  hint?: ReactNode
  /** Error text of the value. */
  error?: ReactNode
}

type Wiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** Label, hint, control and error, connected by ARIA attributes. */
export function FieldFrame({
  label,
  hint,
  error,
  children,
}: FieldTexts & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
