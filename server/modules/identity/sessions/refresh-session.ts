import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { hashToken, keyedHash } from '#server/platform/secrets.ts'
import { refreshTokens, sessions, users } from '../tables.ts'
import { closeSession } from './close-session.ts'
import { refreshTokenExpiry, type StartedSession } from './start-session.ts'

/** Grace after its exchange in which a token still gives the same successor: two tabs may renew at the same moment. */
const graceS = 10

type RefreshDeps = Pick<Deps, 'db' | 'clock' | 'settings'>

/**
 * Exchanges a refresh token for its successor; docs/decisions/003-refresh-rotation.md tells why it is derived.
 *
 * @param token the cookie's value, untrusted
 * @throws AppError `not_logged_in`; when an old token came back, its whole family is ended first
 */
export async function refreshSession(deps: RefreshDeps, token: string | undefined): Promise<StartedSession> {
  if (token === undefined || !/^[\w-]{43}$/.test(token)) throw new AppError('not_logged_in')
  const refreshToken = keyedHash(deps.settings.appSecret, 'refresh', token)
  // Reuse of an old token ends the family: thrown outside the transaction, so that this is committed.
  const session = await deps.db.transaction(async tx => {
    const sessionId =
      (await exchange(tx, deps, token, refreshToken)) ?? (await repeat(tx, deps, token, refreshToken))
    return sessionId === undefined ? undefined : await touchSession(tx, deps, sessionId)
  })
  if (!session) throw new AppError('not_logged_in')
  return { ...session, refreshToken }
}

/** The first use. Concurrent calls: the statement lets one through; the others wait for it and see the token used. */
async function exchange(
  tx: Tx,
  { clock }: RefreshDeps,
  token: string,
  successor: string,
): Promise<string | undefined> {
  const now = clock.now()
  const [used] = await tx
    .update(refreshTokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(refreshTokens.hash, hashToken(token)),
        isNull(refreshTokens.usedAt),
        gt(refreshTokens.expiresAt, now),
      ),
    )
    .returning({ sessionId: refreshTokens.sessionId })
  if (!used) return undefined
  await tx.insert(refreshTokens).values({
    hash: hashToken(successor),
    sessionId: used.sessionId,
    issuedAt: now,
    expiresAt: refreshTokenExpiry(now),
  })
  return used.sessionId
}

/**
 * Reuse: harmless from the second of two tabs, and from a browser that never got the answer of the exchange; otherwise a
 * sign that the token was stolen.
 */
async function repeat(
  tx: Tx,
  deps: RefreshDeps,
  token: string,
  successor: string,
): Promise<string | undefined> {
  const next = alias(refreshTokens, 'next')
  const [known] = await tx
    .select({
      sessionId: refreshTokens.sessionId,
      usedAt: refreshTokens.usedAt,
      successorUsedAt: next.usedAt,
      successorExpiresAt: next.expiresAt,
      // Tokens are issued by the second.
      hasArrived: sql<boolean>`coalesce(${sessions.tokenSeenAt} >= date_trunc('second', ${refreshTokens.usedAt}), false)`,
    })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .leftJoin(next, eq(next.hash, hashToken(successor)))
    .where(eq(refreshTokens.hash, hashToken(token)))
  // Unknown, or expired before it was used.
  if (!known?.usedAt) return undefined
  if (known.successorExpiresAt && known.successorUsedAt === null) {
    const now = deps.clock.now()
    const isPast = (end: Temporal.Instant) => Temporal.Instant.compare(end, now) < 0
    if (isPast(known.successorExpiresAt)) return undefined
    if (!known.hasArrived || !isPast(known.usedAt.add({ seconds: graceS }))) return known.sessionId
  }
  await closeSession(tx, deps, known.sessionId, 'token_reused')
  return undefined
}

/** Only a live session is renewed: not ended, and begun under the present password. */
async function touchSession(tx: Tx, { clock }: RefreshDeps, sessionId: string) {
  const [session] = await tx
    .update(sessions)
    .set({ lastUsedAt: clock.now() })
    .from(users)
    .where(
      and(
        eq(sessions.id, sessionId),
        isNull(sessions.endedAt),
        eq(users.id, sessions.userId),
        eq(users.tokenEpoch, sessions.tokenEpoch),
      ),
    )
    .returning({ sessionId: sessions.id, userId: sessions.userId, remember: sessions.remember })
  return session
}
