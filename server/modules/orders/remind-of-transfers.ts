import type { PaymentsDeps } from '#server/modules/payments/index.ts'
import { eachAlone } from '#server/platform/jobs/each-alone.ts'
import { mailTransferReminder } from './order-mail.ts'
import { findOrder, findOrdersToRemind, noteReminder } from './store.ts'

/** A transfer takes 2 to 3 days (R1.24): four before the order expires it still comes in time. */
const notice = { hours: 4 * 24 }

/**
 * Reminds once of each order whose transfer has not come, before it expires (R11.14). Who has sent another sum was told
 * then. Safe to run concurrently: the guard is in the statement that writes.
 */
export const remindOfTransfers = (deps: PaymentsDeps, signal?: AbortSignal): Promise<number> => {
  const now = deps.clock.now()
  const expiring = { now, expiresBefore: now.add(notice) }
  return eachAlone(deps, signal, {
    name: 'remind-of-transfers',
    find: page => findOrdersToRemind(deps.db, expiring, page),
    act: ({ id }) =>
      deps.db.transaction(async tx => {
        const userId = await noteReminder(tx, expiring, id)
        const row = userId !== undefined && (await findOrder(tx, userId, id))
        if (row) await mailTransferReminder(tx, deps, row)
      }),
  })
}
