import type { ReactNode } from 'react'
import styles from './row-list.module.css'

/**
 * A list of rows parted by hairlines.
 *
 * @param props.columns two columns of short rows where there is room
 * @param props.label name of the list for those who listen, where no heading stands above it
 */
export function RowList(props: { children: ReactNode; columns?: 1 | 2; label?: string }) {
  return (
    // Safari forgets that a list without bullets is a list; the role reminds it.
    <ul role="list" className={props.columns === 2 ? styles.columns : undefined} aria-label={props.label}>
      {props.children}
    </ul>
  )
}

type RowProps = {
  children: ReactNode
  /** A word after the title, in the tone of what is good. */
  tag?: string | undefined
  /** Second line: dates, prices, details. */
  detail?: ReactNode
  /** A link, button or switch at the end of the row. */
  action?: ReactNode
}

/** One row: its title, a quieter second line, what can be done with it. */
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
