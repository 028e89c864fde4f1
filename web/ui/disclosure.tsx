import type { ReactNode } from 'react'
import styles from './disclosure.module.css'

type DisclosureProps = {
  summary: ReactNode
  children: ReactNode
  /** Anchor: `#id`. */
  id?: string
  open?: boolean
  /** Called when it is opened or closed. */
  onToggle?: (open: boolean) => void
}

/** Collapsible content; found by the browser's search on the page where supported. */
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
