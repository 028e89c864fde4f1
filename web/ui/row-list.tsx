import type { ReactNode } from 'react'
import styles from './row-list.module.css'

/**
 * A list of rows separated by lines.
 *
 * @param props.columns two columns of short rows where there is room
 * @param props.label accessible name of the list, where it has no heading
 */
export function RowList(props: { children: ReactNode; columns?: 1 | 2; label?: string }) {
  return (
    // Safari drops list semantics without bullets; the role restores them.
    <ul role="list" className={props.columns === 2 ? styles.columns : undefined} aria-label={props.label}>
      {props.children}
    </ul>
  )
}

type RowProps = {
  children: ReactNode
  /** A word after the title, in the `good` tone. */
  tag?: string | undefined
  /** Second line: dates, prices, details. */
  detail?: ReactNode
  /** A link, button or switch at the end of the row. */
  action?: ReactNode
}

/** One row: title, secondary line and action. */
export function Row({ children, tag, detail, action }: RowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <span>{children}</span>
        {tag && <span className={styles.tag}>{tag}</span>}
        {detail && <div className={styles.detail}>{detail}</div>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </li>
  )
}
