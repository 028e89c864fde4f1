import { type ReactNode, useEffect, useRef } from 'react'
import { Heading } from '#web/ui/heading.tsx'
import styles from './coupon.module.css'

type LeadProps = {
  answer: string
  /** Replaces the control just used, so it takes the focus. */
  arrives?: boolean
  children: ReactNode
}

/** The page's main sentence, and details below it. */
export function Lead({ answer, arrives = false, children }: LeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (arrives) heading.current?.focus()
  }, [arrives])
  return (
    <div className={styles.lead}>
      <Heading level={2} look="answer" ref={heading} tabIndex={-1}>
        {answer}
      </Heading>
      <p className={styles.then}>{children}</p>
    </div>
  )
}
