import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { linkLifeDays, type Newsletter, requestSignups } from '#contract/newsletters/newsletters.ts'
import { call } from '#web/lib/call/api.ts'
import { intlLocale, useT } from '#web/lib/texts/i18n.ts'
import { announce } from '#web/ui/announcer.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { listTitles } from '../list-titles.ts'
import styles from '../newsletters.module.css'
import { EmailForm } from './email-form.tsx'

type SignupFormProps = {
  chosen: readonly Newsletter[]
  /** Ref of the form, so that the page can scroll to it. */
  place: RefObject<HTMLDivElement | null>
  /** Where the link has been sent, until something is ticked after that. */
  sentTo: string | undefined
  /** Called when the link has been sent. */
  onSent: (email: string, codes: readonly string[]) => void
}

/** E-mail form for all ticked newsletters; then the notice about the confirmation link. */
export function SignupForm({ chosen, place, sentTo, onSent }: SignupFormProps) {
  const t = useT()
  const isAsked = chosen.length > 0
  // Who comes back to the notice from another tab keeps the focus there.
  const [wasTold, setWasTold] = useState(sentTo !== undefined)
  return (
    <>
      {sentTo !== undefined && <LinkSent email={sentTo} arrives={!isAsked && !wasTold} />}
      {/* Hidden, not gone: the address that was typed stays while boxes are ticked. */}
      <div hidden={!isAsked}>
        <div ref={place} className={styles.signup}>
          <Heading level={3} look="section">
            {t('newsletters.signup_title')}
          </Heading>
          <EmailForm
            submitLabel={t('newsletters.signup_submit')}
            variant="primary"
            hint={t('newsletters.email_hint')}
            send={async email => {
              const codes = chosen.map(each => each.code)
              await call(requestSignups, { body: { email, codes } })
              setWasTold(false)
              onSent(email, codes)
            }}
          >
            <p>{t('newsletters.signup_chosen', { titles: listTitles(chosen, intlLocale()) })}</p>
          </EmailForm>
        </div>
      </div>
    </>
  )
}

/** @param props.arrives it takes the focus; otherwise it is told beside what is still ticked */
function LinkSent({ email, arrives }: { email: string; arrives: boolean }) {
  const t = useT()
  const onSent = useEffectEvent(() => {
    if (!arrives) announce(t('newsletters.sent_title'))
  })
  useEffect(() => onSent(), [])
  return (
    <div className={styles.signup}>
      <Heading level={3} look="section" arrives={arrives}>
        {t('newsletters.sent_title')}
      </Heading>
      <p>{t('newsletters.sent_text', { email, days: linkLifeDays })}</p>
      <p>{t('newsletters.sent_spam')}</p>
    </div>
  )
}
