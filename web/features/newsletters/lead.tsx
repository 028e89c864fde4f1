import type { ReactNode, Ref } from 'react'
import { Heading } from '#web/ui/heading.tsx'
import styles from './newsletters.module.css'

type LeadProps = {
  answer: string
  /** Focused when a press has changed the sentence. */
  headingRef?: Ref<HTMLHeadingElement>
  children?: ReactNode
}

/** The page's main sentence, and details below it. */
export function Lead({ answer, headingRef, children }: LeadProps) {
  return (
    <div className={styles.lead}>
      <Heading level={2} look="answer" ref={headingRef} tabIndex={-1}>
        {answer}
      </Heading>
      {children && <p className={styles.then}>{children}</p>}
    </div>
  )
}
