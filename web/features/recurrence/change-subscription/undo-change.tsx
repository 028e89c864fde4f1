import { undoChange } from '#contract/recurrence/change-subscription.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { useToldAct } from '#web/blocks/told-act.ts'
import { call } from '#web/lib/call/api.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { showToast } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { refreshRenewal } from '../use-subscription.ts'

/** Undoes a planned change by one press (R11.02). */
export default function UndoChange({ subscription }: { subscription: Subscription }) {
  const t = useT()
  const params = { ...useOwnParams(), id: String(subscription.id) }
  const undo = useToldAct(async () => {
    try {
      await call(undoChange, { params })
      showToast(t('change.undone'))
    } finally {
      // Also after a refusal, which means stale data.
      await refreshRenewal()
    }
  })
  const { problems, busy, onSubmit } = useSubmission([], undo)
  return (
    <>
      <Button busy={busy} onClick={onSubmit}>
        {t('subscriptions.undo_change')}
      </Button>
      {problems.length > 0 && <Problems texts={problems} />}
    </>
  )
}
