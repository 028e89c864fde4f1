import { eq } from 'drizzle-orm'
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
