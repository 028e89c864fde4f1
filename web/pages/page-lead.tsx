import type { ReactNode } from 'react'
import { Heading } from '#web/ui/heading.tsx'
import styles from './page-lead.module.css'

/** How a page begins: its quiet name, the sentence it is opened for, and what follows from it. */
export function PageLead({ name, answer, children }: { name: string; answer: string; children: ReactNode }) {
  return (
    <div className={styles.lead}>
      <Heading level={1} look="label">
        {name}
      </Heading>
      <p className={styles.answer}>{answer}</p>
      <p className={styles.then}>{children}</p>
    </div>
  )
}
