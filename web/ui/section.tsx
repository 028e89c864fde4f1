import { type ReactNode, useId } from 'react'
import { Heading } from './heading.tsx'
import styles from './section.module.css'

type SectionProps = {
  title: string
  /** A sentence below the title. */
  hint?: ReactNode
  /** Anchor: `#id`. */
  id?: string
  children: ReactNode
}

/** A section with its own heading, separated by a dark line. */
export function Section({ title, hint, id, children }: SectionProps) {
  const titleId = useId()
  return (
    <section className={styles.section} id={id} aria-labelledby={titleId}>
      <Heading level={2} look="section" id={titleId}>
        {title}
      </Heading>
      {hint && <p className={styles.hint}>{hint}</p>}
      <div className={styles.body}>{children}</div>
    </section>
  )
}
