import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { formatDate } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { announce, showToast } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import type { Consent } from './consent.ts'
import styles from './marketing-consent.module.css'
import { type MarketingService, useConsent } from './use-consent.ts'

type Props = {
  service: MarketingService
  /** Where the decision can be changed at any time. */
  footer: HTMLElement
}

/**
 * Marketing consent: refusing is as easy as agreeing, nothing is loaded before, it is not modal, and the
 * decision can be changed from the footer of every page.
 */
export function MarketingConsent({ service, footer }: Props) {
  const t = useT()
  const { host, consent, isRunning, decide } = useConsent(service)
  const [isReopened, setReopened] = useState(false)
  /** The reader has dismissed the notice that the service runs until a reload. */
  const [isPutAside, setPutAside] = useState(false)
  const isAsked = isReopened || consent === undefined

  const leave = () => document.getElementById('content')?.focus({ preventScroll: true })
  const choose = (marketing: boolean) => {
    decide(marketing)
    setReopened(false)
    setPutAside(false)
    // A running service has its own notice.
    if (marketing || !isRunning()) showToast(t(marketing ? 'consent.agreed' : 'consent.refused'))
    leave()
  }
  const putAside = () => {
    setPutAside(true)
    leave()
  }
  return (
    <>
      {createPortal(
        <Button variant="quiet" onClick={() => setReopened(true)}>
          {t('consent.settings')}
        </Button>,
        footer,
      )}
      {isAsked && <Question host={host} consent={consent} onChoose={choose} />}
      {!isAsked && !consent.marketing && isRunning() && !isPutAside && (
        <Card title={t('consent.running')}>
          <div className={styles.choice}>
            <Button onClick={putAside}>{t('common.close')}</Button>
            <Button onClick={() => location.reload()}>{t('consent.reload')}</Button>
          </div>
        </Card>
      )}
    </>
  )
}

type QuestionProps = {
  host: string
  /** The former decision, when the reader reopens the question. */
  consent: Consent | undefined
  onChoose: (marketing: boolean) => void
}

function Question({ host, consent, onChoose }: QuestionProps) {
  const t = useT()
  return (
    <Card title={t('consent.title')} takesFocus={consent !== undefined}>
      <p>{t('consent.text', { host, publisher: t('site.publisher') })}</p>
      {consent && (
        <p>
          {t(consent.marketing ? 'consent.since_agreed' : 'consent.since_refused', {
            date: formatDate(consent.decided_at),
          })}
        </p>
      )}
      <div className={styles.choice}>
        <Button onClick={() => onChoose(false)}>{t('consent.refuse')}</Button>
        <Button onClick={() => onChoose(true)}>{t('consent.agree')}</Button>
      </div>
      <Disclosure summary={t('consent.always')}>
        <p>{t('consent.always_text')}</p>
      </Disclosure>
    </Card>
  )
}

/** Non-modal. Announced without focus when it appears by itself; focused when the reader opened it. */
function Card({
  title,
  takesFocus = false,
  children,
}: {
  title: string
  takesFocus?: boolean
  children: ReactNode
}) {
  const titleId = useId()
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
    else announce(title)
  }, [takesFocus, title])
  return (
    <section className={styles.notice} aria-labelledby={titleId}>
      <p ref={heading} id={titleId} className={styles.title} tabIndex={-1}>
        {title}
      </p>
      {children}
    </section>
  )
}
