import { withdrawAnonymization } from '#contract/privacy/anonymization.ts'
import { call } from '#web/lib/api.ts'
import { formatDate } from '#web/lib/format.ts'
import { useT } from '#web/lib/i18n.ts'
import { useOwnParams } from '#web/lib/profile.ts'
import { useSubmission } from '#web/lib/use-submission.ts'
import { Actions, Button } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import styles from './delete-account.module.css'

type WaitingDeletionProps = {
  /** RFC 3339 */
  dueAt: string
  onKept: () => Promise<void>
}

/** When the account goes, and the way to keep it. */
export function WaitingDeletion({ dueAt, onKept }: WaitingDeletionProps) {
  const t = useT()
  const params = useOwnParams()
  const keeping = useSubmission([], async () => {
    await call(withdrawAnonymization, { params })
    await onKept()
  })
  return (
    <div className={styles.waiting}>
      <Notice tone="warn" title={t('privacy.waiting_title', { date: formatDate(dueAt) })}>
        <p>{t('privacy.waiting_text')}</p>
      </Notice>
      <Problems texts={keeping.problems} />
      <Actions>
        <Button variant="primary" busy={keeping.busy} onClick={keeping.onSubmit}>
          {t('privacy.keep_account')}
        </Button>
      </Actions>
    </div>
  )
}
