import type { ReactNode } from 'react'
import { Heading } from '#web/ui/heading.tsx'
import styles from './page-lead.module.css'

/** Top of a page: its small name, the main sentence, and details. */
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
