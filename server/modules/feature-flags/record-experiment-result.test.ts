import { beforeAll, expect, test } from 'vitest'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { changeFeature } from './index.ts'
import { experimentResults } from './tables.ts'

const server = openForFile(() => createTestApp({ FEATURES_CLIENT_KEY: 'sdk-test' }))

beforeAll(async () => {
  await server.deps.db.transaction(tx =>
    changeFeature(tx, {
      key: 'order',
      definition: { defaultValue: 'a', rules: [{ key: 'order-2026', variations: ['a', 'b'] }] },
    }),
  )
})

const shown = {
  experiment_key: 'order-2026',
  variation_id: 1,
  variation_key: 'b',
  hash_attribute: 'ppSplitTest',
  hash_value: '4821',
}
const post = (payload: object) =>
  server.app.inject({ method: 'POST', url: '/api/experiment-results/sdk-test', payload })

test('R3.02 R3.11 exposures are counted by experiment group; of 20 concurrent ones none is lost', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(shown)))
  expect(answers.map(each => each.statusCode)).toEqual(answers.map(() => 204))
  // Not personal: any other attribute than the group may be the reader's id.
  await post({ ...shown, hash_attribute: 'userId', hash_value: '17' })
  const rows = await server.deps.db.select().from(experimentResults).orderBy(experimentResults.splitTestGroup)
  expect(rows).toMatchObject([
    { experimentKey: 'order-2026', variationId: 1, splitTestGroup: 0, views: 1 },
    { experimentKey: 'order-2026', variationId: 1, splitTestGroup: 4821, views: 20, variationKey: 'b' },
  ])
})

test('R7.16 exposures of a contextual bandit are counted, too', async () => {
  const rules = [{ key: 'offer', contextualVariations: ['a', 'b'], contextualBanditRef: 'offer' }]
  await server.deps.db.transaction(tx =>
    changeFeature(tx, { key: 'bandit', definition: { defaultValue: 'a', rules } }),
  )
  expect((await post({ ...shown, experiment_key: 'offer' })).statusCode).toBe(204)
  expect((await post({ ...shown, experiment_key: 'offer', variation_id: 2 })).statusCode).toBe(404)
})

test('an unknown experiment or variation is not counted', async () => {
  expect((await post({ ...shown, experiment_key: 'order' })).statusCode).toBe(404)
  expect((await post({ ...shown, variation_id: 2 })).statusCode).toBe(404)
  expect((await post({ ...shown, variation_id: -1 })).statusCode).toBe(400)
})

test('CORS: any site may ask for flags, without cookies, and for nothing else', async () => {
  const ask = (method: 'GET' | 'POST' | 'OPTIONS', url: string, headers = {}) =>
    server.app.inject({ method, url, headers: { origin: 'https://dennik.example', ...headers } })
  const preflight = await ask('OPTIONS', '/api/eval/sdk-test', {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  })
  expect(preflight.statusCode).toBe(204)
  expect(preflight.headers['access-control-allow-origin']).toBe('*')
  expect(preflight.headers['access-control-allow-credentials']).toBeUndefined()
  const features = await ask('GET', '/api/features/sdk-test')
  expect(features.headers['access-control-allow-origin']).toBe('*')
  expect(features.headers['access-control-expose-headers']).toBe('x-sse-support')
  expect((await ask('GET', '/config.json')).headers['access-control-allow-origin']).toBeUndefined()
})
