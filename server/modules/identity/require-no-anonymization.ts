import { eq } from 'drizzle-orm'
import { AppError } from '#server/platform/app-error.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { users } from './tables.ts'

/**
 * Refuses changes to an account that is about to be erased (R8.07).
 *
 * @throws AppError `user_anonymization_pending`
 */
export async function requireNoAnonymization(db: Db | Tx, userId: number): Promise<void> {
  const [user] = await db
    .select({ requestedAt: users.anonymizationRequestedAt })
    .from(users)
    .where(eq(users.id, userId))
  if (user?.requestedAt) throw new AppError('user_anonymization_pending')
}
