import styles from './refused-lines.module.css'

export type RefusedLine = { key: number; line?: string; name: string; why: string }

/** What was not done, each with its reason; scrollable by keyboard. */
export function RefusedLines({ label, lines }: { label: string; lines: readonly RefusedLine[] }) {
  return (
    <ul role="list" tabIndex={0} className={styles.lines} aria-label={label}>
      {lines.map(({ key, line, name, why }) => (
        <li key={key} className={styles.line}>
          {line !== undefined && `${line}: `}
          <b>{name}</b>
          <span className={styles.why}>{why}</span>
        </li>
      ))}
    </ul>
  )
}
