import type { Order } from '#contract/orders/orders.ts'
import type { Locale } from '#contract/wire.ts'
import { type PaymentsDeps, refreshForReader } from '#server/modules/payments/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { describeOrder } from './describe-order.ts'
import { findOrder } from './store.ts'

/**
 * State of an order. A reader may come back from the gateway's page before the webhook: then the gateway is asked.
 *
 * @throws AppError `not_found`
 */
export async function readOrder(
  deps: PaymentsDeps,
  actor: Actor,
  input: { id: number; locale: Locale },
): Promise<Order> {
  const find = async () => {
    const row = await findOrder(deps.db, actor.userId, input.id)
    if (!row) throw new AppError('not_found')
    return row
  }
  let row = await find()
  if (row.order.state === 'waiting' && row.order.checkoutUrl !== null) {
    await refreshForReader(deps, row.payment.id)
    row = await find()
  }
  return describeOrder(deps, row, input.locale)
}
