import type { ComponentProps } from 'react'
import fieldStyles from './field.module.css'
import { FieldFrame, type FieldTexts } from './field-frame.tsx'
import styles from './select.module.css'

/** A choice of one from a list; the platform's own control. */
export function Select({
  label,
  hint,
  error,
  ...select
}: FieldTexts & Omit<ComponentProps<'select'>, 'className' | 'id'>) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {wiring => <select {...select} {...wiring} className={`${fieldStyles.control} ${styles.select}`} />}
    </FieldFrame>
  )
}
