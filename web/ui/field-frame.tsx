import { type ReactNode, useId } from 'react'
import styles from './field.module.css'

export type FieldTexts = {
  label: string
  /** What to write and in which form; stays visible. */
  hint?: ReactNode
  /** What is wrong with the value. */
  error?: ReactNode
}

type Wiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** Label above, hint, the control, the error beneath; tied together for those who listen. */
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
