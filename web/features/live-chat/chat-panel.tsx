import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { logFailure } from '#web/lib/log.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { currentLocale, useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import styles from './chat-panel.module.css'
import { loadChat } from './load-chat.ts'

type Props = {
  scriptUrl: string
  isOpen: boolean
  /** Whether somebody is there to answer. */
  isTime: boolean
  onClose: () => void
}

/** Non-modal panel of the provider's chat. */
export function ChatPanel({ scriptUrl, isOpen, isTime, onClose }: Props) {
  const t = useT()
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'there' | 'failed'>('loading')

  useEffect(() => {
    if (isOpen) panel.current?.querySelector('h2')?.focus()
  }, [isOpen])
  useEffect(() => {
    if (state !== 'loading') return
    loadChat(scriptUrl)
      .then(chat => {
        if (place.current) chat.open(place.current, { lang: currentLocale() })
        setState('there')
      })
      .catch((error: unknown) => {
        logFailure('chat', error)
        setState('failed')
      })
  }, [scriptUrl, state])

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !document.querySelector('dialog[open]')) onClose()
  })
  useEffect(() => {
    if (!isOpen) return undefined
    // On the document: on a phone the panel covers what has the focus.
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [isOpen])
  return (
    <section ref={panel} className={styles.panel} hidden={!isOpen} aria-labelledby={titleId}>
      <div className={styles.head}>
        <Heading level={2} look="part" id={titleId} tabIndex={-1}>
          {t('chat.title')}
        </Heading>
        <Button variant="quiet" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
      <p className={styles.provider}>{t('chat.provider', { host: new URL(scriptUrl).hostname })}</p>
      {!isTime && <Notice tone="info">{t('chat.over')}</Notice>}
      {state === 'loading' && <p role="status">{t('chat.loading')}</p>}
      {state === 'failed' && <Failed onRetry={() => setState('loading')} />}
      <div ref={place} className={styles.place} />
    </section>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const t = useT()
  const address = runtimeConfig().helpdesk_email
  return (
    <Notice tone="error">
      <p>
        <RichText id="chat.failed" values={{ address }} links={{ email: `mailto:${address}` }} />
      </p>
      <Button variant="quiet" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </Notice>
  )
}
