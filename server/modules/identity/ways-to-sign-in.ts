import { eq } from 'drizzle-orm'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { externAccounts, passkeys, type users } from './tables.ts'

/**
 * Refuses to leave a reader without any way to sign in: a confirmed e-mail (a link by mail), a password, a linked account or
 * a passkey. Called after one was removed, so that what is left is counted.
 *
 * @param user the reader as locked, so that of two concurrent removals the second sees what the first has left
 * @throws AppError `link_last_sign_in`
 */
export async function requireOtherWay(
  tx: Tx,
  user: Pick<typeof users.$inferSelect, 'id' | 'confirmedAt' | 'passwordHash'>,
): Promise<void> {
  if (user.confirmedAt !== null || user.passwordHash !== null) return
  for (const table of [externAccounts, passkeys]) {
    const [left] = await tx.select({ id: table.id }).from(table).where(eq(table.userId, user.id)).limit(1)
    if (left) return
  }
  throw new AppError('link_last_sign_in')
}
