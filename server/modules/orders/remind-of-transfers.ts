import { and, eq, isNull } from 'drizzle-orm'
import type { PaymentsDeps } from '#server/modules/payments/index.ts'
import { eachAlone } from '#server/platform/jobs/each-alone.ts'
import { mailTransferReminder } from './order-mail.ts'
import { findOrder, findOrdersToRemind } from './store.ts'
import { orders } from './tables.ts'

/** A transfer takes 2 to 3 days (R1.24): four before the order expires it still comes in time. */
const notice = { hours: 4 * 24 }

/**
 * Reminds once of each order whose transfer has not come, before it expires (R11.14). Who has sent another sum was told
 * then. Safe to run concurrently: the guard is in the statement that writes.
 */
export const remindOfTransfers = (deps: PaymentsDeps, signal?: AbortSignal): Promise<number> =>
  eachAlone(deps, signal, {
    name: 'remind-of-transfers',
    find: page => findOrdersToRemind(deps.db, deps.clock.now().add(notice), page),
    act: ({ id }) =>
      deps.db.transaction(async tx => {
        const [reminded] = await tx
          .update(orders)
          .set({ remindedAt: deps.clock.now() })
          .where(and(eq(orders.id, id), eq(orders.state, 'waiting'), isNull(orders.remindedAt)))
          .returning({ userId: orders.userId })
        const row = reminded && (await findOrder(tx, reminded.userId, id))
        if (row && row.reader.erasedAt === null) await mailTransferReminder(tx, deps, row)
      }),
  })
