import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { sessions } from '../tables.ts'

type Reason = NonNullable<(typeof sessions.$inferSelect)['endedBecause']>

/** Ends one session with all its refresh tokens; one that has ended keeps its first reason. */
export async function closeSession(
  tx: Db | Tx,
  { clock }: Pick<Deps, 'clock'>,
  sessionId: string,
  reason: Reason,
): Promise<void> {
  await closeSessions(tx, { clock }, eq(sessions.id, sessionId), reason)
}

/**
 * Ends every session of a reader. One that is starting concurrently is not visible yet: it is invalidated by the
 * reader's epoch, which the caller increments in the same transaction.
 *
 * @returns how many there were
 */
export async function closeAllSessions(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  userId: number,
  reason: Reason,
): Promise<number> {
  return (await closeSessions(tx, { clock }, eq(sessions.userId, userId), reason)).length
}

/** Ends those of some sessions that are open. @returns them */
export const closeSessions = (
  tx: Db | Tx,
  { clock }: Pick<Deps, 'clock'>,
  which: SQL | undefined,
  reason: Reason,
) =>
  tx
    .update(sessions)
    .set({ endedAt: clock.now(), endedBecause: reason })
    .where(and(which, isNull(sessions.endedAt)))
    .returning({ id: sessions.id, userAgent: sessions.userAgent })
