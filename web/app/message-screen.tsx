import type { ReactNode } from 'react'
import { Heading } from '#web/ui/heading.tsx'
import styles from './message-screen.module.css'

type MessageProps = { title: string; text: string; children: ReactNode }

/** What happened, in large letters, and one way on; in the place of a page. */
export function Message({ title, text, children }: MessageProps) {
  return (
    <div className={styles.message} role="alert">
      <Heading level={1} look="answer">
        {title}
      </Heading>
      <p className={styles.text}>{text}</p>
      {children}
    </div>
  )
}

/** The same, where there is nothing else on the screen. */
export function MessageScreen(message: MessageProps) {
  return (
    <main className={styles.screen}>
      <title>{message.title}</title>
      <Message {...message} />
    </main>
  )
}
