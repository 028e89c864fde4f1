/**
 * The storm shield: owns the table of what is unusual about a call, asks for a proof then, and judges it. It never
 * does what was asked for: the caller repeats the very same call with the proof.
 */
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ErrorKey } from '#contract/errors.ts'
import { rulesOf } from './find-unusual.ts'
import { type ShieldDeps, shield } from './shield.ts'

export type { ShieldDeps } from './shield.ts'

const faultsOfAnswers = {
  captcha: ['captcha_failed'],
  email_code: ['control_code_invalid', 'control_code_expired', 'too_many_codes'],
  password: ['current_password_wrong', 'too_many_requests'],
} as const

/** Refusals that the shield may answer to a call; none without a rule about it. */
export function shieldRefusals(endpoint: Endpoint): ErrorKey[] {
  const asked = rulesOf(endpoint).map(({ asks }) => asks)
  if (asked.length === 0) return []
  // A reader without a password verifies the mailbox instead.
  const answers = asked.flatMap(each => (each === 'password' ? [each, 'email_code' as const] : [each]))
  return ['storm_shield', ...answers.flatMap(each => faultsOfAnswers[each])]
}

/** Registers the shield before every call that `route` declares; call it before the first of them. */
export function registerStormShield(app: FastifyInstance, deps: ShieldDeps): void {
  app.decorateRequest('solvedCaptcha', false)
  app.decorate('shield', (endpoint, request) => shield(deps, endpoint, request))
}
