import { and, desc, eq, inArray, isNull, ne } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/platform/database/database.ts'
// Joined for reading only: the rows belong to the identity and payments modules.
import { users } from '../../identity/tables.ts'
import { disputes, payments } from '../../payments/tables.ts'

/**
 * Which of some readers are charged nothing without them: banned ones, and those with an open dispute.
 *
 * @returns by reader's id, the moment at which that stopped their renewals: of a ban, else of the first open dispute
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
    // The map keeps the last of a reader's rows: the dispute that was the first to open.
    .orderBy(desc(disputes.openedAt))
  const banned = await tx
    .select({ userId: users.id, since: users.blockedAt })
    .from(users)
    .where(inArray(users.id, [...userIds]))
  return new Map(
    [...disputed, ...banned].flatMap(({ userId, since }) => (since ? [[userId, since] as const] : [])),
  )
}

/** Moments at which a ban, or disputes that are not lost, stopped what goes on after them; null when there is no ban. */
export const barMoments = (tx: Tx, userId: number) =>
  union(
    tx.select({ at: users.blockedAt }).from(users).where(eq(users.id, userId)),
    tx
      .select({ at: disputes.openedAt })
      .from(disputes)
      .innerJoin(payments, eq(payments.id, disputes.paymentId))
      .where(and(eq(payments.userId, userId), ne(disputes.state, 'lost'))),
  )
