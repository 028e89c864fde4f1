import type { ComponentProps, ReactNode } from 'react'
import { Heading } from './heading.tsx'
import styles from './lead.module.css'

type LeadProps = Pick<ComponentProps<typeof Heading>, 'ref' | 'tabIndex' | 'arrives'> & {
  answer: string
  /** The sentences below it. */
  then?: ReactNode
  children?: ReactNode
}

/** The main sentence of a page or a tab, and details below it. */
export function Lead({ answer, then, children, ...heading }: LeadProps) {
  return (
    <div className={styles.lead}>
      <Heading level={2} look="answer" {...heading}>
        {answer}
      </Heading>
      {then && <p className={styles.then}>{then}</p>}
      {children}
    </div>
  )
}
