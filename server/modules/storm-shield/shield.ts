import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { type ChallengeKind, captchaField, challengeHeaders } from '#contract/storm-shield/storm-shield.ts'
import type { CaptchaGateway } from '#server/gateways/captcha/port.ts'
import { hasPasskey, provePasskey, provePassword } from '#server/modules/identity/index.ts'
import { sendProofCode, tryProofCode } from '#server/modules/phone/index.ts'
import { AppError, type Fault } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { describeRequest, isOpenChallenge, makeChallenge, spendChallenge } from './challenge.ts'
import { findUnusual } from './find-unusual.ts'

export type ShieldDeps = Deps & {
  /** Without one no captcha is asked for; the rate limits apply all the same. */
  captcha: CaptchaGateway | undefined
}

/**
 * Lets a call through when nothing about it is unusual, or when it has the proof asked for (R5.10). A proof is bound to
 * session, request and time, and is single-use.
 *
 * @throws AppError `storm_shield` with a challenge; with the same challenge and a fault for a wrong answer
 */
export async function shield(deps: ShieldDeps, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  const kind = await findUnusual(deps, endpoint, request)
  if (kind === undefined) return
  const bound = describeRequest(request, kind)
  const { actor } = request
  const passkey = kind !== 'captcha' && actor !== undefined && (await hasPasskey(deps, actor.userId))
  const inBody = endpoint.takesCaptcha && kind === 'captcha' ? captchaIn(request.body) : undefined
  if (inBody !== undefined) {
    if (await deps.captcha?.verify(inBody, request.ip)) {
      request.solvedCaptcha = true
      return
    }
    throw refusal({ key: 'captcha_failed' }, { id: makeChallenge(deps, bound), kind, passkey })
  }
  const id = headerOf(request, challengeHeaders.id)
  const answer = headerOf(request, challengeHeaders.answer)
  if (id !== undefined && answer !== undefined && isOpenChallenge(deps, id, bound)) {
    const isProven = passkey && (await provePasskey(deps, actor.userId, decoded(answer), id))
    const fault = isProven ? undefined : await faultOf(deps, request, kind, answer)
    if (fault) throw refusal(fault, { id, kind, passkey })
    if (await spendChallenge(deps, id)) {
      request.solvedCaptcha = kind === 'captcha'
      return
    }
  }
  if (kind === 'email_code' && request.actor) await sendProofCode(deps, request.actor, { again: false })
  throw refusal({ key: 'storm_shield' }, { id: makeChallenge(deps, bound), kind, passkey })
}

async function faultOf(
  deps: ShieldDeps,
  { actor, ip }: FastifyRequest,
  kind: ChallengeKind,
  answer: string,
): Promise<Fault | undefined> {
  if (kind === 'captcha')
    return (await deps.captcha?.verify(answer, ip)) ? undefined : { key: 'captcha_failed' }
  return requireActor(actor, async reader => {
    if (kind === 'password') {
      return (await provePassword(deps, reader.userId, decoded(answer)))
        ? undefined
        : { key: 'current_password_wrong' }
    }
    const tried = await tryProofCode(deps, reader, answer)
    if (tried.state === 'right') return undefined
    return tried.state === 'wrong'
      ? { key: 'control_code_invalid', params: { tries_left: tried.triesLeft } }
      : { key: 'control_code_expired' }
  })
}

const requireActor = <T>(actor: Actor | undefined, then: (actor: Actor) => Promise<T>): Promise<T> => {
  if (!actor) throw new Error('Only a reader is asked for a password or a code')
  return then(actor)
}

const refusal = (
  fault: Fault,
  { passkey, ...challenge }: { id: string; kind: ChallengeKind; passkey: boolean },
) => new AppError(fault, { challenge: { ...challenge, ...(passkey && { passkey }) } })

/** Percent-encoded, since typed text may contain letters that a header can't carry. */
function decoded(answer: string): string {
  try {
    return decodeURIComponent(answer)
  } catch {
    return answer
  }
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' && value.length <= 6000 ? value : undefined
}

function captchaIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !(captchaField in body)) return undefined
  const value = body[captchaField]
  return typeof value === 'string' && value !== '' ? value : undefined
}
