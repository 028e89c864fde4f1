import { useState } from 'react'
import { cancelEmailChange, resendEmailChange } from '#contract/identity/change-email.ts'
import { readUser, type User } from '#contract/identity/identity.ts'
import { call } from '#web/lib/call/api.ts'
import { invalidate } from '#web/lib/call/use-endpoint.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { formatDate } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { announce } from '#web/ui/announcer.tsx'
import { Actions, Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Problems } from '#web/ui/problems.tsx'
import styles from './waiting-email.module.css'

/** Another e-mail that waits to be confirmed from there: sent again, or cancelled. */
export function WaitingEmail({ change }: { change: NonNullable<User['email_change']> }) {
  const t = useT()
  const params = useOwnParams()
  const [sent, setSent] = useState(0)
  const again = useSubmission([], async () => {
    await call(resendEmailChange, { params })
    setSent(sent + 1)
  })
  const cancelling = useSubmission([], async () => {
    await call(cancelEmailChange, { params })
    await invalidate(readUser)
    announce(t('email_change.cancelled'))
  })
  return (
    <div className={styles.waiting}>
      <Notice tone="info" title={t('email_change.waits', { email: change.email })} live={false}>
        {t('email_change.waits_text', { date: formatDate(change.expires_at) })}
      </Notice>
      {sent > 0 && !again.busy && (
        <Notice key={sent} tone="good">
          {t('email_change.sent_again')}
        </Notice>
      )}
      <Problems texts={[...again.problems, ...cancelling.problems]} />
      <Actions>
        <Button busy={again.busy} onClick={again.onSubmit}>
          {t('email_change.again')}
        </Button>
        <Button variant="quiet" busy={cancelling.busy} onClick={cancelling.onSubmit}>
          {t('email_change.cancel')}
        </Button>
      </Actions>
    </div>
  )
}
