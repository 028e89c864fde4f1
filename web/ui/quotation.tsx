import styles from './quotation.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

type QuotationProps = {
  /** What it is, for who does not see that it is quoted. */
  label: string
  children: string
}

/** Somebody's own words, in their own lines. */
export function Quotation({ label, children }: QuotationProps) {
  return (
    <blockquote className={styles.quotation}>
      <VisuallyHidden>{label}: </VisuallyHidden>
      {children}
    </blockquote>
  )
}
