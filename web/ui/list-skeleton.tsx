import styles from './list-skeleton.module.css'
import { Skeleton } from './skeleton.tsx'

/** The shape of a sentence with a list below it, while both are being loaded; it is told once. */
export function ListSkeleton({ label, rows }: { label: string; rows: number }) {
  return (
    <>
      <Skeleton shape="answer" count={2} label={label} />
      <div aria-hidden className={styles.rows}>
        <Skeleton shape="rows" count={rows} label="" />
      </div>
    </>
  )
}
