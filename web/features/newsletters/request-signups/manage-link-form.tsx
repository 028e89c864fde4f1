import type { useState } from 'react'
import { linkLifeDays, requestManageLink } from '#contract/newsletters/newsletters.ts'
import { call } from '#web/lib/call/api.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Notice } from '#web/ui/notice.tsx'
import styles from '../newsletters.module.css'
import { EmailForm } from './email-form.tsx'

/** Where the link has been sent, as a state: kept by a page on which the form may be left while its answer is slow. */
export type SentLink = ReturnType<typeof useState<string>>

/** For subscribers without an account: requests a mailed link to manage newsletters. */
export function ManageLinkForm({ sent: [sentTo, setSentTo] }: { sent: SentLink }) {
  const t = useT()
  return (
    <div className={styles.form}>
      <EmailForm
        submitLabel={t('newsletters.manage_submit')}
        variant="secondary"
        send={async email => {
          setSentTo(undefined)
          await call(requestManageLink, { body: { email } })
          setSentTo(email)
        }}
      >
        <p>{t('newsletters.manage_text')}</p>
      </EmailForm>
      {sentTo !== undefined && (
        <Notice tone="good" title={t('newsletters.sent_title')}>
          <p>{t('newsletters.sent_manage', { email: sentTo, days: linkLifeDays })}</p>
          <p>{t('newsletters.sent_spam')}</p>
        </Notice>
      )}
    </div>
  )
}
