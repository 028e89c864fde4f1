import type { ReactNode } from 'react'
import styles from './data-list.module.css'

/** Name–value pairs, separated by lines. Pairs without a value are left out. */
export function DataList({ items }: { items: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl>
      {items
        .filter(item => item.value !== undefined && item.value !== null && item.value !== '')
        .map(item => (
          <div className={styles.pair} key={item.name}>
            <dt className={styles.name}>{item.name}</dt>
            <dd>{item.value}</dd>
          </div>
        ))}
    </dl>
  )
}
