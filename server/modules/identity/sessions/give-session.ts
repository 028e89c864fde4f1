import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionPayload } from '#contract/identity/session-token.ts'
import { AppError } from '#server/platform/app-error.ts'
import { randomToken } from '#server/platform/secrets.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { sessions, users } from '../tables.ts'
import { rememberBrowser } from './known-browser.ts'
import { setRefreshCookies, setTokenCookies } from './session-cookies.ts'
import { countryOf } from './session-history.ts'
import { signSessionToken } from './session-token.ts'
import type { StartedSession } from './start-session.ts'

/** Lifetime of a session token (JWT). */
const tokenLifeS = 600

/** Sets all cookies of a session that was started or renewed. */
export async function giveSession(
  deps: IdentityDeps,
  reply: FastifyReply,
  session: StartedSession,
): Promise<void> {
  const country = countryOf(deps, reply.request)
  if (country !== undefined) {
    await deps.db
      .update(sessions)
      .set({ country })
      .where(and(eq(sessions.id, session.sessionId), isNull(sessions.country)))
  }
  await giveToken(deps, reply, session)
  setRefreshCookies(reply, deps.settings, session)
  rememberBrowser(deps, reply, session.userId)
}

/**
 * Sets a newly signed token of a session, with the reader's present state in its claims (R3.05).
 *
 * @throws AppError `not_logged_in` when the reader no longer exists
 */
export async function giveToken(
  deps: IdentityDeps,
  reply: FastifyReply,
  session: { userId: number; sessionId: string },
): Promise<void> {
  const payload = await describeReader(deps, session, reply.request)
  setTokenCookies(reply, deps.settings, await signSessionToken(deps.keys, payload))
}

async function describeReader(
  { db, clock, facts, settings }: IdentityDeps,
  { userId, sessionId }: { userId: number; sessionId: string },
  request: FastifyRequest,
): Promise<SessionPayload> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user) throw new AppError('not_logged_in')
  const iat = toSeconds(clock.now())
  return {
    sub: String(user.id),
    iat,
    exp: iat + tokenLifeS,
    jti: randomToken(96),
    aud: settings.origins.account,
    sid: sessionId,
    eml: user.email,
    cnf: user.confirmedAt !== null,
    pst: user.postInbox,
    loc: user.locale,
    reg: toSeconds(user.registeredAt),
    sgl: user.swgLinked,
    sbr: await facts.rolesOf(userId, request),
  }
}

const toSeconds = (instant: Temporal.Instant): number => Math.floor(instant.epochMilliseconds / 1000)
