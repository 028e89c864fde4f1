import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { formatDate } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { announce } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import type { Consent } from './consent.ts'
import styles from './marketing-consent.module.css'
import { type MarketingService, useConsent } from './use-consent.ts'

type Props = {
  service: MarketingService
  /** Where the decision can be changed at any time. */
  footer: HTMLElement
  /** Whether this page may ask by itself. */
  isAsking: boolean
}

/**
 * Marketing consent, a line at the end of the page: refusing is as easy as agreeing, nothing is loaded before, it covers
 * nothing, and the decision can be changed from the footer of every page.
 */
export function MarketingConsent({ service, footer, isAsking }: Props) {
  const t = useT()
  const { consent, isRunning, decide } = useConsent(service)
  const [isReopened, setReopened] = useState(false)
  /** The reader has dismissed the notice that the service runs until a reload. */
  const [isPutAside, setPutAside] = useState(false)

  // What had the focus goes; the button by which it comes back stays.
  const leave = () => footer.querySelector<HTMLElement>(':scope > button')?.focus()
  const choose = (marketing: boolean) => {
    decide(marketing)
    setReopened(false)
    setPutAside(false)
    // A running service has its own notice.
    if (marketing || !isRunning()) announce(t(marketing ? 'consent.agreed' : 'consent.refused'))
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
      {(isReopened || (isAsking && consent === undefined)) && (
        <Question name={service.name} consent={consent} takesFocus={isReopened} onChoose={choose} />
      )}
      {!isReopened && consent?.marketing === false && isRunning() && !isPutAside && (
        <Line title={t('consent.running')}>
          <Button onClick={putAside}>{t('common.close')}</Button>
          <Button onClick={() => location.reload()}>{t('consent.reload')}</Button>
        </Line>
      )}
    </>
  )
}

type QuestionProps = {
  name: string
  /** The former decision, when the reader reopens the question. */
  consent: Consent | undefined
  takesFocus: boolean
  onChoose: (marketing: boolean) => void
}

function Question({ name, consent, takesFocus, onChoose }: QuestionProps) {
  const t = useT()
  const details = (
    <Disclosure summary={t('consent.details')}>
      <p>{t('consent.text', { name, publisher: t('site.publisher') })}</p>
      <p>{t('consent.always_text')}</p>
    </Disclosure>
  )
  return (
    <Line title={t('consent.title')} takesFocus={takesFocus} more={details}>
      {consent && (
        <p>
          {t(consent.marketing ? 'consent.since_agreed' : 'consent.since_refused', {
            date: formatDate(consent.decided_at),
          })}
        </p>
      )}
      <Button onClick={() => onChoose(true)}>{t('consent.agree')}</Button>
      <Button onClick={() => onChoose(false)}>{t('consent.refuse')}</Button>
    </Line>
  )
}

type LineProps = { title: string; takesFocus?: boolean; more?: ReactNode; children: ReactNode }

/** In the flow of the page, which stays where it is; focused when the reader opened it. */
function Line({ title, takesFocus = false, more, children }: LineProps) {
  const titleId = useId()
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <section className={styles.consent} data-opened={takesFocus || undefined} aria-labelledby={titleId}>
      <p ref={heading} id={titleId} tabIndex={-1}>
        {title}
      </p>
      <div className={styles.choice}>{children}</div>
      {more}
    </section>
  )
}
