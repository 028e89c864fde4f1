import { and, eq, inArray, lte } from 'drizzle-orm'
import type { ProviderName } from '#server/gateways/identity-providers/port.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { hashToken, randomToken } from '#server/platform/secrets.ts'
import { refreshTokens, sessions, users } from '../tables.ts'
import { browserDetails } from './describe-browser.ts'

/** Sliding expiry: how long a refresh token may lie unused; each exchange restarts it. */
export const refreshDays = 30

/** A session as the browser gets it: the refresh token is stored only as a hash. */
export type StartedSession = {
  sessionId: string
  userId: number
  remember: boolean
  refreshToken: string
}

/**
 * Begins a session with the first refresh token of its family, and notes it in the reader's own log.
 *
 * @param tx transaction that authenticates the reader
 * @param input.tokenEpoch the reader's epoch as it was read together with what was proven: if the
 *   password is changed concurrently, the session is invalid from the start
 * @param input.userAgent header of the browser
 * @param input.provider whose account let the reader in, when it was one
 * @throws AppError `link_blocked` when the publisher has blocked the account
 */
export async function startSession(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs' | 'settings'>,
  input: {
    userId: number
    tokenEpoch: number
    remember: boolean
    userAgent: string
    provider?: ProviderName
  },
): Promise<StartedSession> {
  const { provider, ...session } = input
  await requireUnblocked(tx, input.userId)
  const now = deps.clock.now()
  const sessionId = randomToken(128)
  const refreshToken = randomToken(256)
  await tx.insert(sessions).values({ id: sessionId, ...session, startedAt: now, lastUsedAt: now })
  await tx.insert(refreshTokens).values({
    hash: hashToken(refreshToken),
    sessionId,
    issuedAt: now,
    expiresAt: refreshTokenExpiry(now),
  })
  const details = { ...browserDetails(input.userAgent), ...(provider && { provider }) }
  await recordActivity(tx, deps, { userId: input.userId, kind: 'signed_in', details })
  await forgetExpiredTokens(tx, input.userId, now)
  return { sessionId, userId: input.userId, remember: input.remember, refreshToken }
}

/** When a refresh token that is issued now stops working. */
export const refreshTokenExpiry = (now: Temporal.Instant): Temporal.Instant =>
  now.add({ hours: refreshDays * 24 })

async function requireUnblocked(tx: Tx, userId: number): Promise<void> {
  const [user] = await tx.select({ blockedAt: users.blockedAt }).from(users).where(eq(users.id, userId))
  if (user && user.blockedAt !== null) throw new AppError('link_blocked')
}

/** Expired tokens are refused like unknown ones, so they are deleted. */
async function forgetExpiredTokens(tx: Tx, userId: number, now: Temporal.Instant): Promise<void> {
  const own = tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId))
  await tx
    .delete(refreshTokens)
    .where(and(inArray(refreshTokens.sessionId, own), lte(refreshTokens.expiresAt, now)))
}
