import styles from './list-skeleton.module.css'
import { Skeleton } from './skeleton.tsx'

/** Skeleton of a sentence with a list; announced once. */
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
