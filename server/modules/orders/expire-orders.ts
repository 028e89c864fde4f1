import { and, eq } from 'drizzle-orm'
import { closeCheckout, type PaymentsDeps } from '#server/modules/payments/index.ts'
import { findOverdueOrders } from './store.ts'
import { orders } from './tables.ts'

const batch = 50

/**
 * Gives up orders that were left alone. The gateway closes the page first: who paid in the last moment gets what was
 * paid for. A transfer that comes later still does, too.
 */
export async function expireOrders(deps: PaymentsDeps): Promise<void> {
  for (const { order, payment } of await findOverdueOrders(deps.db, deps.clock.now(), batch)) {
    if (order.method === 'card') await closeCheckout(deps, payment)
    else await expireTransfer(deps, order.id)
  }
}

/** Its payment stays open, since nobody can stop a transfer that is on its way. */
async function expireTransfer({ db }: PaymentsDeps, orderId: number): Promise<void> {
  await db
    .update(orders)
    .set({ state: 'expired', requestKey: null })
    .where(and(eq(orders.id, orderId), eq(orders.state, 'waiting')))
}
