import type { ReactNode } from 'react'
import styles from './data-list.module.css'

/** Name–value pairs, separated by lines. */
export function DataList({ items }: { items: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl>
      {items.map(({ name, value }) => (
        <div className={styles.pair} key={name}>
          <dt className={styles.name}>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
