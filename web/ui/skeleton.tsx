import styles from './skeleton.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

type SkeletonProps = {
  /** What those who listen are told, e.g. „Načítavame…“. */
  label: string
  /** Like what will come: `answer` a large sentence with text, `rows` a list, `details` one of rows of two lines, `text` a paragraph. */
  shape: 'answer' | 'rows' | 'details' | 'text'
  /** How many rows or lines. */
  count?: number
}

/** The shape of what is being loaded; it shows after 150 ms, so that what comes fast doesn't flash. */
export function Skeleton({ label, shape, count = 3 }: SkeletonProps) {
  return (
    <div role="status" className={styles[shape]} data-coming="">
      <VisuallyHidden>{label}</VisuallyHidden>
      {shape === 'answer' && <span className={styles.sentence} />}
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className={styles.line} />
      ))}
    </div>
  )
}
