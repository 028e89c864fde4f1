import type { ReactNode } from 'react'
import { Heading } from '#web/ui/heading.tsx'
import styles from './message-screen.module.css'

type MessageProps = { title: string; text: string; children: ReactNode }

/** A message in the place of a page, with one action. */
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

/** The same as a full screen, without header and footer. */
export function MessageScreen(message: MessageProps) {
  return (
    <main className={styles.screen}>
      <title>{message.title}</title>
      <Message {...message} />
    </main>
  )
}
