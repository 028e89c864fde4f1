/**
 * Frequently asked questions: owns their text in both languages and its order. What the product does is written
 * elsewhere; here is only how it is explained.
 */
import type { FastifyInstance } from 'fastify'
import { readFaq as endpoint } from '#contract/faq/faq.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { readFaq } from './read-faq.ts'

export function registerFaq(app: FastifyInstance, deps: Deps): void {
  route(app, endpoint, ({ query, reply }) => {
    // Cacheable: the same for all readers, and seldom changed.
    reply.header('cache-control', 'public, max-age=300')
    return readFaq(deps, query.lang)
  })
}
