import type { CardChange } from '#contract/payment-cards/payment-cards.ts'
import { type PaymentsDeps, refreshForReader } from '#server/modules/payments/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { describeChange } from './describe-change.ts'
import { findChange } from './store.ts'

/**
 * State of a change of the card. A reader may come back from the gateway's page before the webhook: then the gateway is
 * asked.
 *
 * @throws AppError `not_found`
 */
export async function readCardChange(deps: PaymentsDeps, actor: Actor, id: number): Promise<CardChange> {
  const find = async () => {
    const row = await findChange(deps.db, actor.userId, id)
    if (!row) throw new AppError('not_found')
    return row
  }
  let row = await find()
  if (row.change.state === 'waiting' && row.change.checkoutUrl !== null) {
    await refreshForReader(deps, row.payment.id)
    row = await find()
  }
  return describeChange(row)
}
