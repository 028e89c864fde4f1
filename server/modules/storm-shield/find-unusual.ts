import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ChallengeKind } from '#contract/storm-shield/storm-shield.ts'
import {
  isKnownBrowser,
  normaliseEmail,
  readSessionHistory,
  type SessionHistory,
} from '#server/modules/identity/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Limit } from '#server/platform/limits/limit.ts'
import { type Rule, rules } from './rules.ts'

type FindDeps = Deps & { captcha: unknown }

/**
 * Matches a call against the table of rules.
 *
 * @returns the proof that the first matching rule asks for; undefined when nothing is unusual
 */
export async function findUnusual(
  deps: FindDeps,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<ChallengeKind | undefined> {
  const { body, actor } = request
  const concerned = rulesOf(endpoint).filter(rule => rule.concerns?.(body) ?? true)
  if (concerned.length === 0) return undefined
  const needsHistory = concerned.some(({ when }) => !('limits' in when))
  const history = needsHistory && actor ? await readSessionHistory(deps, actor, request) : undefined
  for (const rule of concerned) {
    if (rule.asks === 'captcha' && deps.captcha === undefined) continue
    if (!(await applies(deps, rule, request, history))) continue
    // A reader without a password verifies the mailbox instead.
    return rule.asks === 'password' && !history?.hasPassword ? 'email_code' : rule.asks
  }
  return undefined
}

async function applies(
  deps: FindDeps,
  { when }: Rule,
  request: FastifyRequest,
  history: SessionHistory | undefined,
): Promise<boolean> {
  switch (when.is) {
    case 'new_country':
      return history?.isNewCountry ?? false
    case 'new_browser':
      return history?.isNewBrowser ?? false
    case 'old_sign_in':
      return history !== undefined && history.signedInSinceS > when.minutes * 60
    case 'too_many_elsewhere':
      return (
        (await isCaptchaTime(deps, when.limits, request)) &&
        !(await isKnownBrowser(deps, request.cookies, emailIn(request.body)))
      )
    case 'too_many':
    default:
      return isCaptchaTime(deps, when.limits, request)
  }
}

async function isCaptchaTime(deps: FindDeps, asking: readonly Limit[], request: FastifyRequest) {
  const email = emailIn(request.body)
  for (const limit of asking) {
    if (await deps.limiter.asksCaptcha(limit, limit.per === 'address' ? request.ip : email)) return true
  }
  return false
}

/** The rules that are about a call. */
export const rulesOf = (endpoint: Endpoint): readonly Rule[] =>
  rules.filter(({ calls }) => calls.includes(endpoint))

/** The e-mail that a call is about; the login's first step has it as the user name. */
function emailIn(body: unknown): string {
  const { email, username = email }: { email?: unknown; username?: unknown } = Object(body)
  return typeof username === 'string' ? normaliseEmail(username) : ''
}
