import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readHealth, readMetrics, readReadiness } from '#contract/config/health.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { listNewsletters, requestManageLink, signOff } from '#contract/newsletters/newsletters.ts'
import { loadConfig } from '#server/config/config.ts'
import { AppError } from '#server/platform/app-error.ts'
import { answerErrors } from '#server/platform/http/errors.ts'
import { configOf } from '#server/platform/http/route.ts'
import { publishApiDescription } from '#server/site/api-description/index.ts'
import { testOrigin } from '../setup/test-app.ts'
import { takeAnswerFaults } from './hold-to-description.ts'

/** Calls whose answers violate their description. */
const lies: [Endpoint, () => unknown][] = [
  [readHealth, () => ({ status: 'fine' })],
  [readReadiness, () => Promise.reject(new AppError('coupon_expired'))],
  [readMetrics, () => ({ requests: 1 })],
  [listNewsletters, () => ''],
  [signOff, () => Promise.reject(new AppError('forum_banned'))],
  [requestManageLink, () => Promise.reject(new AppError('too_many_requests'))],
]

let app: FastifyInstance
beforeAll(async () => {
  app = Fastify()
  answerErrors(app)
  const config = loadConfig({ PUBLIC_URL: testOrigin })
  await publishApiDescription(app, { ...config, appSecret: '', tokenSigningKey: '' })
  for (const [endpoint, answer] of lies) {
    const { method, path } = endpoint
    app.route({ method, url: path, config: configOf(endpoint), handler: async () => answer() })
  }
})
afterAll(() => app.close())

it.each([
  [
    'a body that is another',
    readHealth,
    /\(readHealth\) answered 200 with a body .* data\/status must be equal/,
  ],
  [
    'a refusal of a status that is not listed',
    readReadiness,
    /\(readReadiness\) answered 422 "coupon_expired", which .* Add it to `refusals` of its definition in contract\//,
  ],
  [
    'a refusal whose key is not listed',
    signOff,
    /DELETE .* \(signOff\) answered 403 "forum_banned", which .* Add it to `refusals`/,
  ],
  ['another media type', readMetrics, /as "application\/json", and its description has text\/plain/],
  ['no body', listNewsletters, /answered 200 without a body/],
  ['no time to wait', requestManageLink, /answered 429 without the header Retry-After/],
])('R17.05 an answer with %s than is described is told, with what to do', async (_what, endpoint, told) => {
  const { method, path } = endpoint
  await app.inject({ method, url: path })
  expect(takeAnswerFaults()).toEqual([expect.stringMatching(told)])
})
