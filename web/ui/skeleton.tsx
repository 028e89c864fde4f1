import styles from './skeleton.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

type SkeletonProps = {
  /** Text for screen readers, e.g. „Načítavame…“. */
  label: string
  /**
   * Shape of the content: `answer` a large sentence with text, `rows` a list, `details` one of rows of two
   * lines, `text` a paragraph.
   */
  shape: 'answer' | 'rows' | 'details' | 'text'
  /** How many rows or lines. */
  count?: number
}

/** A loading skeleton, shown after 150 ms, so that fast answers don't flicker. */
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
