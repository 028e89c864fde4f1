import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityProviders } from '../gateways/identity-providers/identity-providers.ts'
import { limits } from '../platform/limits/limits.ts'
import { startTokenServer } from '../testing/doubles/token-server.ts'
import { createTestApp, type TestApp } from '../testing/setup/test-app.ts'
import { openBrowser, type TestBrowser } from '../testing/setup/test-browser.ts'

let google: Awaited<ReturnType<typeof startTokenServer>>
let server: TestApp
let csrf: { token: string; cookies: TestBrowser['cookies'] }
beforeAll(async () => {
  google = await startTokenServer()
  const providers = identityProviders({ google: google.client })
  server = await createTestApp(
    { TRUSTED_PROXIES: '10.0.0.1', FEATURES_CLIENT_KEY: 'sdk-test' },
    undefined,
    providers,
  )
  const browser = openBrowser(server.app)
  const { token } = (await browser.get('/get-csrf-token/registration')).json<{ token: string }>()
  csrf = { token, cookies: browser.cookies }
})
afterAll(async () => {
  await server.close()
  await google.stop()
})

/** One anonymous call, sent through the publisher's proxy. */
type Call = (
  browser: TestBrowser,
  headers: Record<string, string>,
  index: number,
) => Promise<LightMyRequestResponse>

const newsletters = '/rest/api/prv/v1/newsletters'
const calls: [keyof typeof limits, string, Call][] = [
  [
    'signInByAddress',
    'sign in',
    (browser, headers, index) =>
      browser.post('/login', { json: { email: `in-${index}@dennik.example`, password: 'x' }, headers }),
  ],
  [
    'usernameChecks',
    'ask for a user name',
    (browser, headers, index) =>
      browser.post('/username_check', { form: { username: `ask-${index}@dennik.example` }, headers }),
  ],
  [
    'registrationByAddress',
    'register',
    (_, headers, index) =>
      openBrowser(server.app, '10.0.0.1', csrf.cookies).post('/registration', {
        form: { email: `new-${index}@dennik.example`, _token: csrf.token },
        headers,
      }),
  ],
  [
    'newPasswordByAddress',
    'forget a password',
    (browser, headers, index) =>
      browser.post('/login/forgotten-password', { json: { email: `lost-${index}@dennik.example` }, headers }),
  ],
  [
    'newsletterMailsByAddress',
    'ask for a mail of newsletters',
    (browser, headers, index) =>
      browser.post(`${newsletters}/manage-links`, {
        json: { email: `news-${index}@dennik.example` },
        headers,
      }),
  ],
  [
    'codesByAddress',
    'try links of gifts',
    (browser, headers, index) => browser.get(`/rest/api/prv/v1/gifts/GIFT-${index}`, { headers }),
  ],
  [
    'providerJourneys',
    'hand over tokens of Google',
    (browser, headers) => browser.post('/google/check-id-token', { form: { credential: 'x.y.z' }, headers }),
  ],
  [
    'unknownOperatorTokens',
    'try tokens of operators',
    (browser, headers) =>
      browser.get('/ops/v1/tokens', { headers: { ...headers, authorization: `Bearer ${'x'.repeat(43)}` } }),
  ],
  [
    'experimentResults',
    'report variations',
    (browser, headers) =>
      browser.post('/api/experiment-results/sdk-test', {
        json: {
          experiment_key: 'x',
          variation_id: 0,
          variation_key: '0',
          hash_attribute: 'id',
          hash_value: '1',
        },
        headers,
      }),
  ],
]

let sites = 0
test.each(calls)('R17.04 %s holds those of one IPv6 line who %s, all at once', async (name, _, call) => {
  sites += 1
  const { points, refusal = 'too_many_requests' } = limits[name]
  const from = (line: number, host: number) => ({
    'x-forwarded-for': `2001:db8:${sites}:${line}::${host.toString(16)}`,
  })
  const send = (line: number, host: number) =>
    call(openBrowser(server.app, '10.0.0.1'), from(line, host), host)
  const answers = await Promise.all(Array.from({ length: points + 20 }, (__, index) => send(1, index)))
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused).toHaveLength(20)
  for (const { headers, body } of refused) {
    expect(body).toContain(refusal)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  expect((await send(2, 5000)).statusCode).not.toBe(429)
})
