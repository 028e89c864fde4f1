import { type ReactNode, useEffect, useRef } from 'react'
import { announce, retract } from './announcer.tsx'
import { Button } from './button.tsx'
import styles from './notice.module.css'

type Tone = 'info' | 'good' | 'warn' | 'error'

type NoticeProps = {
  tone: Tone
  title?: string
  children?: ReactNode
  /** `false` for static content; otherwise announced when it appears. */
  live?: boolean
}

/** A message within the page: an outcome or information. */
export function Notice({ tone, title, children, live = true }: NoticeProps) {
  const place = useRef<HTMLDivElement>(null)
  const said = useRef('')
  const isError = tone === 'error'
  // By the region that was there before: many screen readers pass over a status that comes with its text (WCAG's ARIA22).
  useEffect(() => {
    const text = live && !isError ? (place.current?.innerText ?? '') : ''
    if (text !== '' && text !== said.current) announce(text)
    said.current = text
  })
  useEffect(() => () => retract(said.current), [])
  const looks = tone === 'info' ? styles.notice : `${styles.notice} ${styles[tone]}`
  return (
    <div ref={place} className={looks} role={live && isError ? 'alert' : undefined}>
      {title && <p className={styles.title}>{title}</p>}
      {children && <div className={styles.text}>{children}</div>}
    </div>
  )
}

type ErrorBlockProps = {
  title: string
  children?: ReactNode
  retryLabel: string
  onRetry: () => void
  busy?: boolean
}

/** Replaces a failed block: the error and a retry button. */
export function ErrorBlock({ title, children, retryLabel, onRetry, busy = false }: ErrorBlockProps) {
  return (
    <Notice tone="error" title={title}>
      {children}
      <div className={styles.retry}>
        <Button onClick={onRetry} busy={busy}>
          {retryLabel}
        </Button>
      </div>
    </Notice>
  )
}
