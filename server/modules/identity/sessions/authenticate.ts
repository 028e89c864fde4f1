import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { sessionCookies } from '#contract/identity/session-token.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { inBatches } from '#server/platform/jobs/in-batches.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { sessions, users } from '../tables.ts'
import { createTokenVerifier, type VerifiedPayload } from './session-token.ts'

/**
 * Makes the two checks of a request: who calls, and which session its cookies name.
 *
 * @returns `authenticate`, which throws AppError `not_logged_in` unless the cookies hold a valid token of a live
 *   session (R4.01, R5.11), and `sessionOf`, which names the session even when its token has expired
 */
export function createAuthentication({ db, clock, keys, settings }: IdentityDeps) {
  const verify = createTokenVerifier(keys, settings.origins.account)
  const livingSession = findLivingSessions(db)

  const payloadOf = async ({ cookies }: FastifyRequest): Promise<VerifiedPayload | undefined> => {
    const payload = cookies[sessionCookies.payload]
    const signature = cookies[sessionCookies.signature]
    if (payload === undefined || signature === undefined) return undefined
    return verify({ payload, signature })
  }

  return {
    authenticate: async (request: FastifyRequest): Promise<Actor> => {
      const payload = await payloadOf(request)
      // R4.01: the user id's own cookie has to be there and to agree.
      if (!payload || request.cookies[sessionCookies.userId] !== payload.sub) {
        throw new AppError('not_logged_in')
      }
      if (payload.exp * 1000 <= clock.now().epochMilliseconds) throw new AppError('not_logged_in')
      const session = await livingSession(payload.sid)
      if (!session || String(session.userId) !== payload.sub) throw new AppError('not_logged_in')
      await noteTokenSeen(db, session, payload.iat)
      return {
        userId: session.userId,
        sessionId: payload.sid,
        isAnonymizationPending: session.anonymizationRequestedAt !== null,
        isUnconfirmed: session.confirmedAt === null,
      }
    },

    sessionOf: async (request: FastifyRequest): Promise<string | undefined> =>
      (await payloadOf(request))?.sid,
  }
}

/**
 * Notes that the answer with this token has arrived, and so the refresh token beside it: its predecessor is good for
 * nothing from now on (decision 003). Idempotent; one write for each renewal, not for each call.
 *
 * @param iat when the token was issued, in seconds since 1970
 */
async function noteTokenSeen(
  db: Db,
  { id, tokenSeenAt }: { id: string; tokenSeenAt: Temporal.Instant | null },
  iat: number,
): Promise<void> {
  const issuedAt = Temporal.Instant.fromEpochMilliseconds(iat * 1000)
  if (tokenSeenAt && Temporal.Instant.compare(tokenSeenAt, issuedAt) >= 0) return
  await db
    .update(sessions)
    .set({ tokenSeenAt: issuedAt })
    .where(and(eq(sessions.id, id), or(isNull(sessions.tokenSeenAt), lt(sessions.tokenSeenAt, issuedAt))))
}

/** The user of a live session: the one query that every call of a reader costs. */
function findLivingSessions(db: Db) {
  const query = db
    .select({
      id: sessions.id,
      userId: sessions.userId,
      tokenSeenAt: sessions.tokenSeenAt,
      anonymizationRequestedAt: users.anonymizationRequestedAt,
      confirmedAt: users.confirmedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        sql`${sessions.id} = any(${sql.placeholder('sessionIds')})`,
        isNull(sessions.endedAt),
        eq(sessions.tokenEpoch, users.tokenEpoch),
      ),
    )
    .prepare('identity_live_sessions')
  return inBatches(
    async (sessionIds: string[]) =>
      new Map((await query.execute({ sessionIds })).map(session => [session.id, session])),
  )
}
