import { and, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { lockReader } from './lock-reader.ts'
import { voidLinks } from './mailed-link.ts'
import { closeAllSessions } from './sessions/close-session.ts'
import { users } from './tables.ts'

/** Since when an account is blocked, before a call and after it. */
export type BlockChange = { before: Temporal.Instant | null; after: Temporal.Instant | null }

/**
 * Blocks an account for the publisher (R8.11): its sessions end at once, with every token issued before, mailed links
 * that would sign in are void, and no way of signing in lets the reader in. Idempotent.
 *
 * @throws AppError `user_not_found`
 */
export async function blockReader(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  userId: number,
): Promise<BlockChange> {
  const user = await lockReader(tx, userId)
  if (!user) throw new AppError('user_not_found')
  if (user.blockedAt) return { before: user.blockedAt, after: user.blockedAt }
  const after = clock.now()
  await tx
    .update(users)
    // Race: a session that is starting at this moment has read the former epoch, so it is invalid from the start.
    .set({ blockedAt: after, tokenEpoch: sql`${users.tokenEpoch} + 1` })
    .where(and(eq(users.id, userId), isNull(users.blockedAt)))
  await closeAllSessions(tx, { clock }, userId, 'blocked')
  await voidLinks(tx, { clock }, userId)
  return { before: null, after }
}

/**
 * Lets a blocked reader sign in again; ended sessions stay ended. Idempotent.
 *
 * @throws AppError `user_not_found`
 */
export async function unblockReader(tx: Tx, userId: number): Promise<BlockChange> {
  const user = await lockReader(tx, userId)
  if (!user) throw new AppError('user_not_found')
  await tx.update(users).set({ blockedAt: null }).where(eq(users.id, userId))
  return { before: user.blockedAt, after: null }
}
