/**
 * The deletion of an account: asked for, taken back within thirty days, done by a worker after them. Owns the
 * registry of what is personal in every table and is the only one that erases by it; whatever the law keeps stays as
 * it is. A reader who waits for it is refused all other writes by the platform's `route`.
 */
import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/privacy/anonymization.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { requestAnonymization } from './request-anonymization.ts'
import { withdrawAnonymization } from './withdraw-anonymization.ts'

export { anonymiseDueReaders } from './anonymise-due-readers.ts'
export { removeOutdated } from './remove-outdated.ts'
export { requestAnonymization } from './request-anonymization.ts'
export { withdrawAnonymization } from './withdraw-anonymization.ts'

export function registerPrivacy(app: FastifyInstance, deps: Deps): void {
  route(app, endpoints.requestAnonymization, ({ actor }) => requestAnonymization(deps, actor))
  route(app, endpoints.withdrawAnonymization, ({ actor }) => withdrawAnonymization(deps, actor))
}
