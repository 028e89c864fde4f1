import type { ReactNode, Ref } from 'react'
import { Heading } from '#web/ui/heading.tsx'
import styles from './newsletters.module.css'

type LeadProps = {
  answer: string
  /** Gets the focus when the answer has changed by a press. */
  headingRef?: Ref<HTMLHeadingElement>
  children?: ReactNode
}

/** The sentence that was come for, and what follows from it. */
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
