import type { ComponentProps, ReactNode } from 'react'
import styles from './field.module.css'
import { FieldFrame, type FieldTexts } from './field-frame.tsx'

type FieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'className' | 'id'> & {
    /** Inside the field's end, e.g. a button that shows the password. */
    after?: ReactNode
  }

/** A field for one line of text. Give it `autoComplete` and `inputMode` wherever they apply. */
export function Field({ label, hint, error, after, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {wiring => (
        <div className={styles.box}>
          <input {...input} {...wiring} className={styles.control} />
          {after && <div className={styles.after}>{after}</div>}
        </div>
      )}
    </FieldFrame>
  )
}

/** A field for several lines. */
export function TextArea({
  label,
  hint,
  error,
  ...input
}: FieldTexts & Omit<ComponentProps<'textarea'>, 'className' | 'id'>) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {wiring => <textarea rows={4} {...input} {...wiring} className={styles.control} />}
    </FieldFrame>
  )
}
