import type { ReactNode } from 'react'
import { listSubscriptions } from '#contract/subscriptions/subscriptions.ts'
import { listWithdrawals, type OpenContract, withdraw } from '#contract/withdrawals/withdrawals.ts'
import { useToldAct } from '#web/blocks/told-act.ts'
import { call } from '#web/lib/call/api.ts'
import { invalidate } from '#web/lib/call/use-endpoint.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { Message } from '../message.tsx'

/** Refusals that no further press changes. */
const final = new Set(['withdrawal_too_late', 'withdrawal_refunded', 'not_found'])

type ConfirmWithdrawalProps = {
  contract: OpenContract
  /** It was received; the list of withdrawals has it by now. */
  onDone: () => void
  onKeep: () => void
  /** Leads away from what cannot be. */
  back: ReactNode
}

/** The second step: the press that withdraws; or, where the server knew better, why it cannot be. */
export function ConfirmWithdrawal({ contract, onDone, onKeep, back }: ConfirmWithdrawalProps) {
  const t = useT()
  const params = useOwnParams()
  const gift = contract.is_gift ? 'yes' : 'no'
  const send = useToldAct(async () => {
    try {
      await call(withdraw, { params, body: { payment_id: contract.payment_id } })
      onDone()
    } finally {
      // Also after a refusal, which means stale data.
      await Promise.all([invalidate(listWithdrawals), invalidate(listSubscriptions)])
    }
  })
  const sending = useSubmission([], send)
  if (final.has(sending.failure?.keys[''] ?? '')) {
    return (
      <Message title={t('withdrawal.refused')} text={sending.problems} arrives>
        {back}
      </Message>
    )
  }
  return (
    <Message
      title={t('withdrawal.confirm_title', { name: contract.product_name })}
      text={t('withdrawal.confirm_text', {
        gift,
        isAlone: contract.later.length === 0 ? 'yes' : 'no',
        later: contract.later.map(each => each.product_name).join(', '),
        refund: formatMoney(contract.refund_in_all),
        nothing: contract.refund_in_all.amount === 0 ? 'yes' : 'no',
      })}
      problems={<Problems texts={sending.problems} />}
      arrives
    >
      <Button variant="primary" busy={sending.busy} onClick={sending.onSubmit}>
        {t('withdrawal.confirm')}
      </Button>
      <Button busy={sending.busy} onClick={onKeep}>
        {t('withdrawal.keep', { gift })}
      </Button>
    </Message>
  )
}
