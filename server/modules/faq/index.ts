/**
 * Frequently asked questions: owns their text in both languages and its order. What the product does is written
 * elsewhere; here is only how it is explained.
 */
import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/faq/faq.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { countFaqUse } from './count-faq-use.ts'
import { readFaq } from './read-faq.ts'

export { listFaqUses } from './list-faq-uses.ts'

export function registerFaq(app: FastifyInstance, deps: Deps): void {
  route(app, endpoints.readFaq, ({ query, reply }) => {
    // Cacheable: the same for all readers, and seldom changed.
    reply.header('cache-control', 'public, max-age=300')
    return readFaq(deps, query.lang)
  })
  route(app, endpoints.countFaqUse, ({ body, http }) => countFaqUse(deps, { ...body, ip: http.ip }))
}
