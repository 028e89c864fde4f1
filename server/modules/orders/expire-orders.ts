import { and, eq } from 'drizzle-orm'
import { closeCheckout, type PaymentsDeps } from '#server/modules/payments/index.ts'
import { eachAlone } from '#server/platform/jobs/each-alone.ts'
import { findOverdueOrders, keyOfClosed } from './store.ts'
import { orders } from './tables.ts'

/**
 * Expires abandoned orders. The gateway closes the page first, so a reader who paid in the last moment gets what was
 * paid for. A transfer that comes later is still honoured, too.
 */
export const expireOrders = (deps: PaymentsDeps, signal?: AbortSignal): Promise<number> =>
  eachAlone(deps, signal, {
    name: 'expire-orders',
    find: page => findOverdueOrders(deps.db, deps.clock.now(), page),
    act: ({ id, method, payment }) =>
      method === 'card' ? closeCheckout(deps, payment) : expireTransfer(deps, id),
  })

/** Its payment stays open, since a transfer under way can't be stopped. */
async function expireTransfer({ db }: PaymentsDeps, orderId: number): Promise<void> {
  await db
    .update(orders)
    .set({ state: 'expired', requestKey: keyOfClosed })
    .where(and(eq(orders.id, orderId), eq(orders.state, 'waiting')))
}
