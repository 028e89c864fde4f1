import { and, eq } from 'drizzle-orm'
import { closeCheckout, type PaymentsDeps } from '#server/modules/payments/index.ts'
import { eachAlone } from '#server/platform/jobs/each-alone.ts'
import { findOverdueOrders } from './store.ts'
import { orders } from './tables.ts'

/**
 * Gives up orders that were left alone. The gateway closes the page first: who paid in the last moment gets what was
 * paid for. A transfer that comes later still does, too.
 */
export const expireOrders = (deps: PaymentsDeps, signal?: AbortSignal): Promise<number> =>
  eachAlone(
    deps,
    {
      name: 'expire-orders',
      find: page => findOverdueOrders(deps.db, deps.clock.now(), page),
      act: ({ id, method, payment }) =>
        method === 'card' ? closeCheckout(deps, payment) : expireTransfer(deps, id),
    },
    signal,
  )

/** Its payment stays open, since nobody can stop a transfer that is on its way. */
async function expireTransfer({ db }: PaymentsDeps, orderId: number): Promise<void> {
  await db
    .update(orders)
    .set({ state: 'expired', requestKey: null })
    .where(and(eq(orders.id, orderId), eq(orders.state, 'waiting')))
}
