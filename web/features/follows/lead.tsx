import type { ReactNode } from 'react'
import { Heading } from '#web/ui/heading.tsx'
import styles from './follows.module.css'

type LeadProps = { answer: string; then: string; children?: ReactNode }

/** The tab's main sentence, and details below it. */
export function Lead({ answer, then, children }: LeadProps) {
  return (
    <div className={styles.lead}>
      <Heading level={2} look="answer">
        {answer}
      </Heading>
      <p className={styles.then}>{then}</p>
      {children}
    </div>
  )
}
