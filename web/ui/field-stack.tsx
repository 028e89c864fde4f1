import type { ReactNode } from 'react'
import styles from './field-stack.module.css'

/** Vertical stack of fields. */
export function FieldStack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>
}
