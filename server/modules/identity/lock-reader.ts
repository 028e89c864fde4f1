import { eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import { users } from './tables.ts'

/**
 * Takes the reader's row until the end of the transaction. Whoever changes a reader's links, password or sessions
 * takes it first, so that nobody waits in a circle.
 */
export async function lockReader(tx: Tx, userId: number): Promise<typeof users.$inferSelect | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
  return user
}
