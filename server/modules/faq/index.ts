/**
 * Frequently asked questions: owns their text in both languages and its order. What the product does is written
 * elsewhere; here is only how it is explained.
 */
import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/faq/faq.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { countFaqUse } from './count-faq-use.ts'
import { listQuestions } from './list-questions.ts'
import { readFaq } from './read-faq.ts'

export { listFaqUses } from './list-faq-uses.ts'

export function registerFaq(app: FastifyInstance, deps: Deps): void {
  // Cacheable: the same for all readers, and seldom changed.
  const cached = 'public, max-age=300'
  route(app, endpoints.readFaq, ({ query, reply }) => {
    reply.header('cache-control', cached)
    return readFaq(deps, query.lang)
  })
  route(app, endpoints.listQuestions, ({ query, reply }) => {
    reply.header('cache-control', cached)
    return listQuestions(deps, query.lang)
  })
  route(app, endpoints.countFaqUse, ({ body, http }) => countFaqUse(deps, { ...body, ip: http.ip }))
}
