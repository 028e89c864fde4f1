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
 * Asks whether the marketing service may be told of the reader: refusing is as easy as agreeing, nothing is fetched
 * before, the page can be used meanwhile, and what was decided can be changed from the foot of every page.
 */
export function MarketingConsent({ service, footer }: Props) {
  const t = useT()
  const { host, consent, isRunning, decide } = useConsent(service)
  const [isReopened, setReopened] = useState(false)
  /** The reader has read that the service ends with the page, and goes on with the page. */
  const [isPutAside, setPutAside] = useState(false)
  const isAsked = isReopened || consent === undefined

  const leave = () => document.getElementById('content')?.focus({ preventScroll: true })
  const choose = (marketing: boolean) => {
    decide(marketing)
    setReopened(false)
    setPutAside(false)
    // A service that runs has a notice of its own.
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
  /** What was decided before, where the reader asks for it again. */
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

/** Beside the page. What comes of itself is read out and takes nobody's focus; whoever asked for it is led there. */
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
