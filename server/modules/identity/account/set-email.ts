import { eq } from 'drizzle-orm'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { databaseErrorOf } from '#server/platform/database/database-error.ts'
import { users } from '../tables.ts'

/**
 * Changes an account's row, its e-mail among other columns.
 *
 * @returns the account; undefined when there is none
 * @throws AppError `email_taken` when another one has that e-mail, also since a moment ago: the unique index decides
 */
export async function setEmail(
  tx: Tx,
  userId: number,
  change: Parameters<ReturnType<typeof tx.update<typeof users>>['set']>[0],
): Promise<typeof users.$inferSelect | undefined> {
  const [user] = await tx
    .update(users)
    .set(change)
    .where(eq(users.id, userId))
    .returning()
    .catch((error: unknown) => {
      throw databaseErrorOf(error)?.constraint === 'users_email' ? new AppError('email_taken') : error
    })
  return user
}
