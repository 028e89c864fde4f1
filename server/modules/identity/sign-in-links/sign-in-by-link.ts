import { and, eq, gt } from 'drizzle-orm'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { hashToken } from '#server/platform/secrets.ts'
import { lockReaders } from '../lock-reader.ts'
import { type StartedSession, startSession } from '../sessions/start-session.ts'
import { signInLinks, users } from '../tables.ts'

/**
 * Signs in by a mailed link: once, within its 10 minutes, in the browser that asked. One that does not exist counts
 * towards the rate limit of the caller's address.
 *
 * @param input.secret the cookie of the browser that asked
 * @throws AppError `sign_in_link_invalid`, `sign_in_link_expired`, `sign_in_link_elsewhere`, `link_blocked`,
 *   `too_many_requests`
 */
export async function signInByLink(
  deps: Deps,
  input: { token: string; secret: string | undefined; userAgent: string; ip: string },
): Promise<StartedSession> {
  const find = () =>
    deps.db
      .select()
      .from(signInLinks)
      .where(eq(signInLinks.tokenHash, hashToken(input.token)))
      .then(([found]) => found)
  const link = await deps.limiter.attempt([[limits.mailedLinks, input.ip]], find)
  if (!link) throw new AppError('sign_in_link_invalid')
  if (Temporal.Instant.compare(link.expiresAt, deps.clock.now()) <= 0) {
    throw new AppError('sign_in_link_expired')
  }
  if (link.browserHash !== hashToken(input.secret ?? '')) throw new AppError('sign_in_link_elsewhere')
  return deps.db.transaction(async tx => {
    await lockLinkOwner(tx, link.browserHash)
    const session = await spendSignInLink(tx, deps, link.browserHash, input.userAgent)
    if (!session) throw new AppError('sign_in_link_invalid')
    return session
  })
}

/**
 * Locks the reader of a browser's link before the link, as whoever erases the reader does (decision 034). An unknown e-mail
 * takes the same query, against account enumeration.
 */
export const lockLinkOwner = (tx: Tx, browserHash: string): Promise<void> =>
  lockReaders(
    tx,
    tx.select({ id: signInLinks.userId }).from(signInLinks).where(eq(signInLinks.browserHash, browserHash)),
  )

/**
 * Deletes the link of a browser and begins its session. Concurrent calls: one succeeds.
 *
 * @param tx a transaction that has locked the link's reader
 * @returns undefined when it was used, replaced or void meanwhile, or its mail was not written yet
 * @throws AppError `link_blocked`
 */
export async function spendSignInLink(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs' | 'settings'>,
  browserHash: string,
  userAgent: string,
): Promise<StartedSession | undefined> {
  const [user] = await tx
    .select({ id: users.id, tokenEpoch: users.tokenEpoch })
    .from(signInLinks)
    .innerJoin(users, eq(users.id, signInLinks.userId))
    .where(eq(signInLinks.browserHash, browserHash))
  const [link] = await tx
    .delete(signInLinks)
    .where(and(eq(signInLinks.browserHash, browserHash), gt(signInLinks.expiresAt, deps.clock.now())))
    .returning()
  if (!user || !link || link.sentAt === null) return undefined
  const { remember } = link
  return startSession(tx, deps, { userId: user.id, tokenEpoch: user.tokenEpoch, remember, userAgent })
}
