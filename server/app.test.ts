import { describe, expect, it } from 'vitest'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp, testOrigin } from './testing/setup/test-app.ts'

describe('every request', () => {
  const test = openForFile(() => createTestApp({ CRM_URL: 'https://crm.noviny.sk' }))

  const post = (url: string, options: { payload?: string | object; headers?: Record<string, string> } = {}) =>
    test.app.inject({
      method: 'POST',
      url,
      headers: { origin: testOrigin, 'content-type': 'application/json', ...options.headers },
      ...(options.payload === undefined ? {} : { payload: options.payload }),
    })

  it('bears a request id and may do nothing in a browser unless it is a page', async () => {
    const answer = await test.app.inject('/healthz')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
      'content-security-policy': "default-src 'none';frame-ancestors 'none';sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  })

  it('R8.01 meets an unknown address with our own 404 that echoes nothing', async () => {
    const answer = await test.app.inject('/rest/api/prv/v1/secret-<script>')
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ errors: [{ key: 'not_found', message: expect.any(String) }] })
    expect(answer.body).not.toContain('secret')
  })

  it('R8.14 is refused in the language that it asks for, Slovak when it asks for none', async () => {
    const say = async (language?: string) => {
      const headers: Record<string, string> = language === undefined ? {} : { 'accept-language': language }
      const answer = await test.app.inject({ url: '/rest/nothing', headers })
      return answer.json<{ errors: [{ message: string }] }>().errors[0].message
    }
    expect(await say()).toBe(await say('sk'))
    expect(await say('de, en;q=0.8')).toBe(await say('en'))
    expect(await say('en')).not.toBe(await say('sk'))
  })

  it.each([
    undefined,
    'null',
    'http://evil.test',
    `${testOrigin}.evil.test`,
    `${testOrigin}:81`,
    'http://profil.tes',
  ])('is refused as a write from origin %j', async origin => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/login',
      headers: { 'content-type': 'application/json', ...(origin === undefined ? {} : { origin }) },
      payload: { email: 'jana@example.com', password: 'Heslo-1234' },
    })
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ errors: [{ key: 'origin_not_allowed' }] })
  })

  it.each([
    ['broken JSON', '{"email":', {}, 400, 'invalid_input'],
    ['another content type', 'email=a', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    [
      'a form where JSON is asked',
      'email=a',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'unsupported_media_type',
    ],
    ['2 MB', JSON.stringify({ email: 'a'.repeat(2_000_000) }), {}, 413, 'payload_too_large'],
    ['an array', '[]', {}, 400, 'invalid_input'],
    ['null', 'null', {}, 400, 'invalid_input'],
    ['wrong types', '{"email":1,"password":{}}', {}, 400, 'invalid_input'],
    ['unknown fields', '{"email":"a@b.sk","password":"x","admin":true}', {}, 400, 'invalid_input'],
    ['a prototype', '{"email":"a@b.sk","password":"x","__proto__":{"admin":true}}', {}, 400, 'invalid_input'],
  ] as const)('R8.01 with %s is a clear 4xx', async (_what, payload, headers, status, key) => {
    const answer = await post('/login', { payload, headers })
    expect(answer.statusCode).toBe(status)
    expect(answer.json<{ errors: { key: string }[] }>().errors.map(each => each.key)).toContain(key)
  })

  it.each([
    ['/refresh-token', 401],
    ['/logout', 204],
  ])('R7.01 R7.10 without a body may say JSON all the same: %s', async (url, status) => {
    const headers = { 'content-type': 'application/json' }
    expect((await post(url, { headers })).statusCode).toBe(status)
  })

  it('R5.01 R5.08 names all faults of an input at once, each at its field', async () => {
    const answer = await post('/login', { payload: {} })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      errors: [
        { key: 'required', field: 'email', message: 'Toto pole je požadované' },
        { key: 'required', field: 'password' },
      ],
    })
    const invalid = await post('/login', { payload: { email: 'jana', password: 'x' } })
    expect(invalid.json()).toMatchObject({ errors: [{ key: 'invalid_email', field: 'email' }] })
  })

  it('R5.02 says how long a text may be', async () => {
    const answer = await post('/login', { payload: { email: `${'a'.repeat(300)}@b.sk`, password: 'x' } })
    expect(answer.json()).toMatchObject({
      errors: [
        { key: 'max_length', field: 'email', message: 'Max. počet znakov je: 254', params: { max: 254 } },
      ],
    })
  })

  it('is read by trusted origins only, with credentials', async () => {
    const ask = (origin: string) => test.app.inject({ url: '/config.json', headers: { origin } })
    expect((await ask(testOrigin)).headers).toMatchObject({
      'access-control-allow-origin': testOrigin,
      'access-control-allow-credentials': 'true',
      vary: expect.stringContaining('Origin'),
    })
    expect((await ask('http://evil.test')).headers['access-control-allow-origin']).toBeUndefined()
  })

  it('R3.01 R7.02 R10.10 finds the runtime configuration whatever the cache-busting query', async () => {
    const answer = await test.app.inject('/config.json?0.123')
    expect(answer.json()).toMatchObject({
      environment: 'local',
      login_cookie_name: 'ppi',
      login_url: `${testOrigin}/login`,
      hosts: { central_login: testOrigin, content: testOrigin, crm: 'https://crm.noviny.sk' },
      captcha_public_key: null,
    })
  })

  it('R10.07 dates the configuration by the clock of all rules', async () => {
    test.clock.advance('PT528H')
    const { headers } = await test.app.inject('/config.json')
    const now = test.clock.now().epochMilliseconds
    test.clock.advance('-PT528H')
    expect(Math.abs(now - Date.parse(String(headers.date)))).toBeLessThan(5000)
    expect(now - Date.now()).toBeGreaterThan(21 * 86_400_000)
  })

  it('is described by OpenAPI 3.1, each endpoint of the contract with its path', async () => {
    const description = (await test.app.inject('/openapi.json')).json<{ openapi: string; paths: object }>()
    expect(description.openapi).toBe('3.1.0')
    expect(Object.keys(description.paths)).toEqual(
      expect.arrayContaining([
        '/config.json',
        '/rest/api/prv/v1/users/{userId}',
        '/rest/api/prv/v1/users/{userId}/subscriptions',
        '/login',
        '/refresh-token',
        '/registration',
      ]),
    )
    expect((await test.app.inject('/docs/api/')).statusCode).toBe(200)
  })

  it('finds no demo pages outside the demo mode', async () => {
    for (const path of ['/demo', '/demo/readers.json', '/demo/mailbox.json']) {
      expect((await test.app.inject(path)).statusCode).toBe(404)
    }
    expect((await post('/demo/clock', { payload: { advance: 'P1M' } })).statusCode).toBe(404)
  })

  it('finds it ready while the database answers, and 503 with a time to wait when it does not', async () => {
    expect((await test.app.inject('/readyz')).statusCode).toBe(200)
    const other = await createTestApp()
    await other.stopDatabase()
    const answer = await other.app.inject('/readyz')
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect((await other.app.inject('/healthz')).statusCode).toBe(200)
    await other.close()
  })
})
