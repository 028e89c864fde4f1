import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ChallengeKind } from '#contract/storm-shield/storm-shield.ts'
import { readSessionHistory, type SessionHistory } from '#server/modules/identity/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Rule, rules } from './rules.ts'

type FindDeps = Deps & { captcha: unknown }

/**
 * Looks a call up in the table of rules.
 *
 * @returns what is asked for by the first rule that applies; undefined when nothing is unusual
 */
export async function findUnusual(
  deps: FindDeps,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<ChallengeKind | undefined> {
  const { body, actor } = request
  const concerned = rulesOf(endpoint).filter(rule => rule.concerns?.(body) ?? true)
  if (concerned.length === 0) return undefined
  const needsHistory = concerned.some(({ when }) => when.is !== 'too_many')
  const history = needsHistory && actor ? await readSessionHistory(deps, actor, request) : undefined
  for (const rule of concerned) {
    if (rule.asks === 'captcha' && deps.captcha === undefined) continue
    if (!(await applies(deps, rule, request, history))) continue
    // Who has no password proves the mailbox.
    return rule.asks === 'password' && !history?.hasPassword ? 'email_code' : rule.asks
  }
  return undefined
}

/** The counters of a call, each with the one whom it counts. */
export const countersOf = (endpoint: Endpoint, request: FastifyRequest) =>
  rulesOf(endpoint).flatMap(({ when }) =>
    when.is === 'too_many' ? [{ counts: when.counts, limit: when.limit, who: whoOf(when.by, request) }] : [],
  )

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
    case 'too_many':
    default:
      return deps.limiter.isReached(when.limit, whoOf(when.by, request))
  }
}

/** The rules that are about a call. */
export const rulesOf = (endpoint: Endpoint): readonly Rule[] =>
  rules.filter(({ calls }) => calls.includes(endpoint))

function whoOf(by: 'address' | 'email', { ip, body }: FastifyRequest): string {
  if (by === 'address') return ip
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : ''
  return typeof email === 'string' ? email.toLowerCase() : ''
}
