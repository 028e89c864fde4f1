import { lt } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { type ChallengeKind, captchaField } from '#contract/storm-shield/storm-shield.ts'
import type { Deps } from '#server/platform/deps.ts'
import { subscriberOf } from '#server/platform/limits/subscriber.ts'
import { hashToken, isSameSecret, keyedHash, randomToken } from '#server/platform/secrets.ts'
import { stormShieldProofs } from './tables.ts'

const lifeMinutes = 10

/** What a challenge is bound to: one exact request of one session or of one IP address. */
export type Bound = { kind: ChallengeKind; who: string; request: string }

/** Fingerprint of a request, so that its proof is valid for no other. */
export function describeRequest(request: FastifyRequest, kind: ChallengeKind): Bound {
  const { method, url, actor, ip } = request
  // The captcha's answer is left out: only the repeated request has it.
  const body = JSON.stringify(request.body, (key, value: unknown) =>
    key === captchaField ? undefined : value,
  )
  return {
    kind,
    who: actor ? `session ${actor.sessionId}` : `address ${subscriberOf(ip).line}`,
    request: hashToken(JSON.stringify([method, url, body])),
  }
}

/** Makes the id of a challenge. Stateless: what it is bound to is in its HMAC. */
export function makeChallenge(deps: Pick<Deps, 'clock' | 'settings'>, bound: Bound): string {
  const expires = deps.clock.now().add({ minutes: lifeMinutes }).epochMilliseconds
  const start = `${expires}.${randomToken(128)}`
  return `${start}.${sign(deps, start, bound)}`
}

/** Whether an id was made for this very request, session and kind, and not long ago. */
export function isOpenChallenge(deps: Pick<Deps, 'clock' | 'settings'>, id: string, bound: Bound): boolean {
  const [, start, expires, digest] = /^((\d{1,16})\.[\w-]{22,})\.([\w-]{43})$/.exec(id) ?? []
  if (start === undefined || !isSameSecret(digest ?? '', sign(deps, start, bound))) return false
  return deps.clock.now().epochMilliseconds < Number(expires)
}

/** Uses a challenge up (replay protection). Concurrent calls: one succeeds. */
export async function spendChallenge(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
): Promise<boolean> {
  const now = clock.now()
  await db.delete(stormShieldProofs).where(lt(stormShieldProofs.expiresAt, now))
  const spent = await db
    .insert(stormShieldProofs)
    .values({ challengeHash: hashToken(id), expiresAt: now.add({ minutes: lifeMinutes }) })
    .onConflictDoNothing()
    .returning({ hash: stormShieldProofs.challengeHash })
  return spent.length > 0
}

const sign = ({ settings }: Pick<Deps, 'settings'>, start: string, { kind, who, request }: Bound): string =>
  keyedHash(settings.appSecret, 'storm-shield', JSON.stringify([start, kind, who, request]))
