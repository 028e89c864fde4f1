import type { ComponentProps } from 'react'
import styles from './heading.module.css'

type Look = 'answer' | 'section' | 'part' | 'label'

/**
 * A heading. `level` is its place in the outline, `look` its size: `answer` the sentence that a page is opened
 * for, `section`, `part` within a section, `label` the quiet name of a page above its answer.
 */
export function Heading({
  level,
  look,
  ...rest
}: Omit<ComponentProps<'h1'>, 'className'> & { level: 1 | 2 | 3 | 4; look: Look }) {
  const Tag = `h${level}` as const
  return <Tag {...rest} className={styles[look]} />
}
