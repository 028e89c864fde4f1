import { useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { formatDate } from '#web/lib/format.ts'
import { useT } from '#web/lib/i18n.ts'
import { announce, showToast } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
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
  const { host, consent, mustReload, decide } = useConsent(service)
  const [isAsked, setAsked] = useState(consent === undefined)
  const isFirst = consent === undefined
  const notice = useRef<HTMLElement>(null)
  const titleId = useId()

  useEffect(() => {
    // Nobody's focus is taken by what comes of itself; whoever asked for it is led there.
    if (isAsked && isFirst) announce(t('consent.title'))
    if (isAsked && !isFirst) notice.current?.querySelector('p')?.focus()
  }, [isAsked, isFirst, t])

  const close = () => {
    setAsked(false)
    document.getElementById('content')?.focus({ preventScroll: true })
  }
  const choose = (marketing: boolean) => {
    decide(marketing)
    showToast(t(marketing ? 'consent.agreed' : 'consent.refused'))
    close()
  }
  const isShown = isAsked || mustReload
  return (
    <>
      {createPortal(
        <Button variant="quiet" onClick={() => setAsked(true)}>
          {t('consent.settings')}
        </Button>,
        footer,
      )}
      {isShown && (
        <section ref={notice} className={styles.notice} aria-labelledby={titleId}>
          {mustReload && !isAsked ? (
            <>
              <p id={titleId}>{t('consent.running')}</p>
              <div className={styles.choice}>
                <Button onClick={() => location.reload()}>{t('common.reload')}</Button>
              </div>
            </>
          ) : (
            <>
              <p id={titleId} className={styles.title} tabIndex={-1}>
                {t('consent.title')}
              </p>
              <p>{t('consent.text', { host, publisher: t('site.publisher') })}</p>
              {consent && (
                <p>
                  {t(consent.marketing ? 'consent.since_agreed' : 'consent.since_refused', {
                    date: formatDate(consent.decided_at),
                  })}
                </p>
              )}
              <div className={styles.choice}>
                <Button onClick={() => choose(false)}>{t('consent.refuse')}</Button>
                <Button onClick={() => choose(true)}>{t('consent.agree')}</Button>
              </div>
              <Disclosure summary={t('consent.always')}>
                <p>{t('consent.always_text')}</p>
              </Disclosure>
            </>
          )}
        </section>
      )}
    </>
  )
}
