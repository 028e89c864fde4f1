import { and, eq, inArray, isNull, type SQLWrapper } from 'drizzle-orm'
import { AppError } from '#server/platform/app-error.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { users } from './tables.ts'

/**
 * Locks the reader's row until the end of the transaction. Every change of a reader's links, password or sessions locks
 * it first: one lock order, so no deadlock.
 */
export async function lockReader(tx: Tx, userId: number): Promise<typeof users.$inferSelect | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
  return user
}

/**
 * The same, and refuses changes to an account that is about to be erased (R8.07).
 *
 * @throws AppError `user_anonymization_pending`
 */
export const lockStayingReader = async (tx: Tx, userId: number) => staying(await lockReader(tx, userId))

/**
 * Locks several readers' rows, by id (decision 034).
 *
 * @param ids a query of their ids, e.g. whose some payments are
 */
export async function lockReaders(tx: Tx, ids: SQLWrapper): Promise<void> {
  const isOne = inArray(users.id, ids)
  await tx.select({ id: users.id }).from(users).where(isOne).orderBy(users.id).for('no key update')
}

/**
 * Whether a reader is there, and will be until the end of the transaction. It takes the lock that a reference to the
 * reader takes, which waits for an erasure only: it may come after other locks.
 */
export async function isHeldFromErasure(tx: Tx, userId: number): Promise<boolean> {
  const isThere = and(eq(users.id, userId), isNull(users.anonymizedAt))
  return (await tx.select({ id: users.id }).from(users).where(isThere).for('key share')).length > 0
}

/** Refuses them without the lock. */
export async function requireNoAnonymization(db: Db | Tx, userId: number): Promise<void> {
  const { id, anonymizationRequestedAt } = users
  staying((await db.select({ anonymizationRequestedAt }).from(users).where(eq(id, userId)))[0])
}

function staying<User extends { anonymizationRequestedAt: unknown }>(user: User | undefined) {
  if (user?.anonymizationRequestedAt) throw new AppError('user_anonymization_pending')
  return user
}
