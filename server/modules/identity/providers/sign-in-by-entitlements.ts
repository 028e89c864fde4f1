import { and, eq, inArray } from 'drizzle-orm'
import type { SubscribeWithGoogle } from '#server/gateways/identity-providers/port.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { type StartedSession, startSession } from '../sessions/start-session.ts'
import { users } from '../tables.ts'
import { readSwgToken } from './swg-tokens.ts'

/**
 * Signs in the reader for whom Google vouches by the token that it was given when the account was linked (R7.12).
 *
 * @param input.raw entitlements as Google signed them; single use (replay protection)
 * @throws AnswerNotGenuine, ProviderUnavailable, AppError `link_not_connected`, `link_blocked`, `sign_in_failed`
 */
export async function signInByEntitlements(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'limiter' | 'settings'>,
  swg: SubscribeWithGoogle,
  input: { raw: string; userAgent: string },
): Promise<StartedSession> {
  const tokens = await swg.readOwnTokens(input.raw)
  await deps.limiter.take(limits.handedTokens, signedPartOf(input.raw))
  const named = tokens.flatMap(token => readSwgToken(deps, token) ?? [])
  const ids = named.map(({ userId }) => userId)
  return deps.db.transaction(async tx => {
    const linked = await tx
      .select({ userId: users.id, tokenEpoch: users.tokenEpoch, generation: users.swgGeneration })
      .from(users)
      .where(and(inArray(users.id, ids), eq(users.swgLinked, true)))
      // Race with an erasure or unlinking: it either signs in before, or not at all. One lock order, so no deadlock.
      .orderBy(users.id)
      .for('no key update')
    const reader = linked.find(({ userId, generation }) =>
      named.some(token => token.userId === userId && token.generation === generation),
    )
    if (!reader) throw new AppError('link_not_connected')
    const { userId, tokenEpoch } = reader
    return startSession(tx, deps, { userId, tokenEpoch, remember: false, userAgent: input.userAgent })
  })
}

/** Dedupe key: the signed part of a token, since spare bits at the signature's end allow other spellings of it. */
export const signedPartOf = (token: string): string => token.slice(0, token.lastIndexOf('.'))
