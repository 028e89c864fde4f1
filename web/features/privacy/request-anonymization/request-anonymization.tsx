import { useState } from 'react'
import { anonymizationRules, requestAnonymization } from '#contract/privacy/anonymization.ts'
import { call } from '#web/lib/call/api.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { serverTimeMs } from '#web/lib/server-time.ts'
import { formatDate } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, Button } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/form.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Dialog } from '#web/ui/modal.tsx'
import styles from './anonymization.module.css'
import { RunningSubscriptions } from './running-subscriptions.tsx'

/** What is deleted and what the law keeps; then a confirmation dialog. */
export function RequestAnonymization({ onAsked }: { onAsked: () => Promise<void> }) {
  const t = useT()
  const params = useOwnParams()
  const [asking, setAsking] = useState(false)
  const asked = useSubmission([], async () => {
    await call(requestAnonymization, { params })
    setAsking(false)
    await onAsked()
  })
  const date = formatDate(graceEnd())
  return (
    <div className={styles.preview}>
      <RunningSubscriptions />
      <div>
        <Heading level={3} look="part">
          {t('privacy.goes_title')}
        </Heading>
        <ul className={styles.list}>
          <li>{t('privacy.goes_account')}</li>
          <li>{t('privacy.goes_reading')}</li>
          <li>{t('privacy.goes_newsletters')}</li>
          <li>{t('privacy.goes_money')}</li>
        </ul>
      </div>
      <div>
        <Heading level={3} look="part">
          {t('privacy.stays_title')}
        </Heading>
        <p>{t('privacy.stays_text', { years: anonymizationRules.documentYears })}</p>
        <p>{t('privacy.stays_gifts')}</p>
      </div>
      <Actions>
        <Button onClick={() => setAsking(true)}>{t('privacy.ask')}</Button>
      </Actions>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('privacy.dialog_title', { date })}
        actions={
          <>
            <Button variant="primary" busy={asked.busy} onClick={asked.onSubmit}>
              {t('privacy.confirm')}
            </Button>
            <Button onClick={() => setAsking(false)}>{t('privacy.keep_account')}</Button>
          </>
        }
      >
        <Problems texts={asked.problems} />
        <p>{t('privacy.dialog_text')}</p>
      </Dialog>
    </div>
  )
}

/** End of the grace period if requested now. */
const graceEnd = () => new Date(serverTimeMs() + anonymizationRules.graceDays * 86_400_000).toISOString()
