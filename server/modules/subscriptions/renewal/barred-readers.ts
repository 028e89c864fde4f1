import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
// Joined for reading only: the rows belong to the identity and payments modules.
import { users } from '../../identity/tables.ts'
import { disputes, payments } from '../../payments/tables.ts'
import { recurringProfiles } from '../tables.ts'
import type { RenewalRow } from './store.ts'

/**
 * Which of some readers are charged nothing without them: banned ones, and those with an open dispute.
 *
 * @returns by reader's id, the moment at which that stopped their renewals
 */
export async function findBarred(
  tx: Tx,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Temporal.Instant>> {
  const disputed = await tx
    .select({ userId: payments.userId, since: disputes.openedAt })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .where(and(isNull(disputes.closedAt), inArray(payments.userId, [...userIds])))
  const banned = await tx
    .select({ userId: users.id, since: users.blockedAt })
    .from(users)
    .where(inArray(users.id, [...userIds]))
  return new Map(
    [...disputed, ...banned].flatMap(({ userId, since }) => (since ? [[userId, since] as const] : [])),
  )
}

/**
 * Stops renewals that began while their reader was barred, such as that of a purchase, as if they had been stopped then:
 * what ends the bar lets them go on by its rule.
 *
 * @param rows due renewals whose plans are locked
 * @returns those of other readers
 */
export async function stopBarred(tx: Tx, rows: readonly RenewalRow[]): Promise<RenewalRow[]> {
  const barred = await findBarred(
    tx,
    rows.map(({ reader }) => reader.id),
  )
  for (const { renewal, reader } of rows) {
    const stoppedAt = barred.get(reader.id)
    if (!stoppedAt) continue
    await tx
      .update(recurringProfiles)
      .set({ state: 'admin_stop', stoppedAt })
      .where(eq(recurringProfiles.id, renewal.id))
  }
  return rows.filter(({ reader }) => !barred.has(reader.id))
}
