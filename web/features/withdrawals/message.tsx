import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Actions } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import styles from './withdrawals.module.css'

type MessageProps = {
  title: string
  /** One, or a paragraph each. */
  text: string | readonly string[]
  problems?: ReactNode
  /** Replaces the control just used, so it takes the focus. */
  arrives?: boolean
  /** Buttons. */
  children: ReactNode
}

/** A step or an outcome: a large sentence, what it means, and what can be pressed. */
export function Message({ title, text, problems, arrives = false, children }: MessageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (arrives) heading.current?.focus()
  }, [arrives])
  return (
    <section className={styles.next}>
      <Heading level={2} look="answer" ref={heading} tabIndex={-1}>
        {title}
      </Heading>
      {[text].flat().map(paragraph => (
        <p key={paragraph} className={styles.text}>
          {paragraph}
        </p>
      ))}
      {problems && <div className={styles.text}>{problems}</div>}
      <div className={styles.acts}>
        <Actions>{children}</Actions>
      </div>
    </section>
  )
}
