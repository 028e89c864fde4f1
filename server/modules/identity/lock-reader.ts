import { eq } from 'drizzle-orm'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
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
export async function lockStayingReader(tx: Tx, userId: number) {
  const user = await lockReader(tx, userId)
  if (user?.anonymizationRequestedAt) throw new AppError('user_anonymization_pending')
  return user
}
