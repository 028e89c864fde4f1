import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './heading.module.css'

type Look = 'answer' | 'section' | 'part' | 'label'

type HeadingProps = Omit<ComponentProps<'h1'>, 'className'> & {
  level: 1 | 2 | 3 | 4
  look: Look
  /** Has replaced the control just used, so it takes the focus. */
  arrives?: boolean
}

/**
 * A heading. `level` is its place in the outline, `look` its size: `answer` the sentence that a page is opened
 * for, `section`, `part` within a section, `label` the quiet name of a page above its answer.
 */
export function Heading({ level, look, arrives = false, ...rest }: HeadingProps) {
  const Tag = `h${level}` as const
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (arrives) heading.current?.focus()
  }, [arrives])
  return <Tag ref={heading} tabIndex={arrives ? -1 : undefined} {...rest} className={styles[look]} />
}

/** A page's main sentence where it is no heading. */
export function Answer({ children }: { children: ReactNode }) {
  return <p className={styles.answer}>{children}</p>
}
