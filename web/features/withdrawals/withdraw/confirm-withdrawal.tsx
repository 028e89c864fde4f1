import { listSubscriptions } from '#contract/subscriptions/subscriptions.ts'
import { listWithdrawals, type OpenContract, withdraw } from '#contract/withdrawals/withdrawals.ts'
import { call } from '#web/lib/call/api.ts'
import { invalidate } from '#web/lib/call/use-endpoint.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/form.tsx'
import { Message } from '../message.tsx'

type ConfirmWithdrawalProps = {
  contract: OpenContract
  /** It was received; the list of withdrawals has it by now. */
  onDone: () => void
  onKeep: () => void
}

/** The second step: the press that withdraws. */
export function ConfirmWithdrawal({ contract, onDone, onKeep }: ConfirmWithdrawalProps) {
  const t = useT()
  const params = useOwnParams()
  const gift = contract.is_gift ? 'yes' : 'no'
  const sending = useSubmission([], async () => {
    try {
      await call(withdraw, { params, body: { payment_id: contract.payment_id } })
      onDone()
    } finally {
      // Also after a refusal, which means stale data.
      await Promise.all([invalidate(listWithdrawals), invalidate(listSubscriptions)])
    }
  })
  return (
    <Message
      title={t('withdrawal.confirm_title', { name: contract.product_name })}
      text={t('withdrawal.confirm_text', { gift, refund: formatMoney(contract.refund) })}
      problems={<Problems texts={sending.problems} />}
      arrives
    >
      <Button variant="primary" busy={sending.busy} onClick={sending.onSubmit}>
        {t('withdrawal.confirm')}
      </Button>
      <Button onClick={onKeep}>{t('withdrawal.keep', { gift })}</Button>
    </Message>
  )
}
