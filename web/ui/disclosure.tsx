import type { ReactNode } from 'react'
import styles from './disclosure.module.css'

type DisclosureProps = {
  summary: ReactNode
  children: ReactNode
  /** The address of what is folded: `#id`. */
  id?: string
  open?: boolean
  /** Told when the reader folds or unfolds it. */
  onToggle?: (open: boolean) => void
}

/** What is folded until asked for; found by the browser's own search on the page where it can. */
export function Disclosure({ summary, children, id, open, onToggle }: DisclosureProps) {
  return (
    <details
      className={styles.disclosure}
      id={id}
      open={open}
      onToggle={onToggle && (event => onToggle(event.currentTarget.open))}
    >
      <summary className={styles.summary}>{summary}</summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
