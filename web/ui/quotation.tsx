import styles from './quotation.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

type QuotationProps = {
  /** Accessible name of the quotation. */
  label: string
  children: string
}

/** Quoted text with its line breaks. */
export function Quotation({ label, children }: QuotationProps) {
  return (
    <blockquote className={styles.quotation}>
      <VisuallyHidden>{label}: </VisuallyHidden>
      {children}
    </blockquote>
  )
}
