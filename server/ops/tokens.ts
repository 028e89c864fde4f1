import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { hashToken } from '#server/platform/secrets.ts'
import type { Operator } from './operation.ts'
import { operatorTokens } from './tables.ts'

/** Prefix for secret scanners. */
export const tokenPrefix = 'profil_ops_'

/**
 * Authenticates an operator by the bearer token. Cookies are ignored.
 *
 * @throws AppError `not_logged_in` without a token that is known, not expired and not revoked; `too_many_requests`
 */
export async function authenticateOperator(
  deps: Pick<Deps, 'db' | 'clock' | 'limiter'>,
  request: FastifyRequest,
): Promise<Operator> {
  const token = /^Bearer ([\w-]{20,100})$/i.exec(request.headers.authorization ?? '')?.[1]
  const known = token === undefined ? undefined : await findToken(deps, token)
  if (!known) {
    // Rate limits unknown and expired tokens only, so valid ones behind the same IP address are not blocked.
    if (token !== undefined) await deps.limiter.take(limits.unknownOperatorTokens, request.ip)
    throw new AppError({
      key: 'not_logged_in',
      message: 'A valid operator token is needed: Authorization: Bearer ….',
    })
  }
  await deps.limiter.take(limits.operatorCalls, known.id)
  return { name: known.name, token: known }
}

async function findToken({ db, clock }: Pick<Deps, 'db' | 'clock'>, token: string) {
  const [known] = await db
    .select()
    .from(operatorTokens)
    .where(eq(operatorTokens.hash, hashToken(token)))
  const now = clock.now()
  if (!known || known.revokedAt !== null || Temporal.Instant.compare(known.expiresAt, now) <= 0)
    return undefined
  const aMinuteAgo = now.subtract({ minutes: 1 })
  await db
    .update(operatorTokens)
    .set({ lastUsedAt: now })
    .where(
      and(
        eq(operatorTokens.id, known.id),
        or(isNull(operatorTokens.lastUsedAt), lt(operatorTokens.lastUsedAt, aMinuteAgo)),
      ),
    )
  return known
}
