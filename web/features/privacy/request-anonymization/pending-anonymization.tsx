import { formatDate } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Problems } from '#web/ui/problems.tsx'
import styles from './anonymization.module.css'
import { useWithdrawal } from './use-withdrawal.ts'

type PendingProps = {
  /** RFC 3339 */
  dueAt: string
  onKept: () => void
}

/** Date of the deletion, and the button that cancels it. */
export function PendingAnonymization({ dueAt, onKept }: PendingProps) {
  const t = useT()
  const keeping = useWithdrawal(onKept)
  return (
    <div className={styles.waiting}>
      <Notice tone="warn" title={t('privacy.waiting_title', { date: formatDate(dueAt) })}>
        {t('privacy.waiting_text')}
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
