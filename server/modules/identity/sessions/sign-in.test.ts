import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { parseSessionToken } from '#contract/identity/session-token.ts'
import { hashAtRealCost } from '#server/testing/checks/quick-hashes.ts'
import { medianTimes } from '#server/testing/inspect/median-times.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser, testPassword } from '#server/testing/setup/test-browser.ts'
import { sessions } from '../tables.ts'

hashAtRealCost()
const server = openForFile(createTestApp)

const login = (ip: string, json: unknown) => openBrowser(server.app, ip).post('/login', { json })

describe('cookies of a session', () => {
  test('R3.13 scripts can read the payload and the user id, never the signature or the refresh token', async () => {
    const reader = await makeReader(server.deps)
    const answer = await openBrowser(server.app).signIn(reader.email)
    expect(answer.statusCode).toBe(204)
    expect(answer.body).toBe('')
    const cookies = Object.fromEntries(answer.cookies.map(({ name, ...rest }) => [name, rest]))
    const common = { sameSite: 'Lax', value: expect.any(String) }
    expect(cookies).toEqual({
      ppp: { ...common, path: '/' },
      pps: { ...common, path: '/', httpOnly: true },
      ppr: { ...common, path: '/refresh-token', httpOnly: true },
      ppi: { ...common, path: '/', value: String(reader.id) },
      ppk: { ...common, path: '/', httpOnly: true, maxAge: 34_560_000 },
    })
  })

  test('a reader who wants to be remembered keeps the refresh token and the user id for 30 days', async () => {
    const reader = await makeReader(server.deps)
    const browser = openBrowser(server.app)
    const signedIn = await browser.post('/login', {
      json: { email: reader.email, password: testPassword, remember: true },
    })
    const renewed = await browser.post('/refresh-token')
    for (const answer of [signedIn, renewed]) {
      const ages = Object.fromEntries(answer.cookies.map(({ name, maxAge }) => [name, maxAge]))
      expect(ages).toMatchObject({ ppp: undefined, pps: undefined, ppr: 2_592_000, ppi: 2_592_000 })
    }
  })

  test('on https with a base domain all are Secure and belong to it, but the refresh token and the known browser to the login alone', async () => {
    const https = await createTestApp({
      PUBLIC_URL: 'https://profil.dennik.example',
      LOGIN_URL: 'https://login.dennik.example',
      COOKIE_DOMAIN: 'dennik.example',
    })
    const reader = await makeReader(https.deps)
    const answer = await openBrowser(https.app).post('/login', {
      json: { email: reader.email, password: testPassword },
      origin: 'https://login.dennik.example',
    })
    expect(answer.cookies).toHaveLength(5)
    for (const { name, secure, domain } of answer.cookies) {
      expect({ name, secure, domain }).toEqual({
        name,
        secure: true,
        domain: name === 'ppr' || name === '__Host-ppk' ? undefined : 'dennik.example',
      })
    }
    await https.close()
  })
})

test('R3.05 the token tells who signed in, in the claims of the specification', async () => {
  const { browser, ...reader } = await makeSignedIn(server, {
    locale: 'en',
    postInbox: true,
    swgLinked: true,
  })
  const { iat, exp, jti, sid, ...claims } = parseSessionToken(browser.cookies.get('ppp')?.value ?? '') ?? {}
  expect(claims).toEqual({
    sub: String(reader.id),
    aud: 'http://profil.test',
    eml: reader.email,
    cnf: true,
    pst: true,
    loc: 'en',
    reg: Math.floor(reader.registeredAt.epochMilliseconds / 1000),
    sgl: true,
    sbr: {},
  })
  expect(Number(exp) - Number(iat)).toBe(600)
  expect([jti, sid]).toEqual([expect.stringMatching(/^[\w-]{16}$/), expect.stringMatching(/^[\w-]{22}$/)])
})

test('R4.04 an account that is not confirmed signs in, and its token says so', async () => {
  const reader = await makeReader(server.deps, { confirmedAt: null })
  const browser = openBrowser(server.app)
  expect((await browser.signIn(reader.email)).statusCode).toBe(204)
  expect(parseSessionToken(browser.cookies.get('ppp')?.value ?? '')).toMatchObject({ cnf: false })
})

test('the e-mail may be typed in capitals and with spaces around it', async () => {
  const reader = await makeReader(server.deps)
  expect((await openBrowser(server.app).signIn(`  ${reader.email.toUpperCase()} `)).statusCode).toBe(204)
})

describe('a sign-in that is refused', () => {
  test('is the same for an unknown address, an account without a password and a wrong password', async () => {
    const reader = await makeReader(server.deps)
    const withoutPassword = await makeReader(server.deps, { passwordHash: null })
    const answers = [
      await login('10.0.0.1', { email: reader.email, password: 'Wrong-1234' }),
      await login('10.0.0.1', { email: withoutPassword.email, password: testPassword }),
      await login('10.0.0.1', { email: 'nobody@dennik.example', password: testPassword }),
    ]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toMatchObject({ errors: [{ key: 'bad_credentials' }] })
      expect(answer.body).toBe(answers[0]?.body)
      expect(answer.cookies).toEqual([])
    }
  })

  test('timing attack: takes the same time for known and unknown addresses', async () => {
    const readers = await Promise.all(Array.from({ length: 15 }, () => makeReader(server.deps)))
    const [known, unknown] = await medianTimes(readers.length, [
      round => login(`10.1.0.${round}`, { email: readers[round]?.email, password: 'Wrong-1234' }),
      round => login(`10.1.0.${round}`, { email: `unknown-${round}@dennik.example`, password: 'Wrong-1234' }),
    ])
    expect(known / unknown).toBeGreaterThan(0.5)
    expect(known / unknown).toBeLessThan(2)
  })

  test('leaves no session', async () => {
    const reader = await makeReader(server.deps)
    await openBrowser(server.app, '10.0.0.2').signIn(reader.email, 'Wrong-1234')
    expect(await server.deps.db.select().from(sessions).where(eq(sessions.userId, reader.id))).toEqual([])
  })
})

describe('limits', () => {
  const expectTooMany = (answer: Awaited<ReturnType<typeof login>>) => {
    expect(answer.statusCode).toBe(429)
    expect(answer.json()).toMatchObject({ errors: [{ key: 'too_many_requests' }] })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(900)
  }

  test('rate limit: the eleventh failure of one e-mail within 15 minutes waits, known or not, from whatever IP address', async () => {
    const reader = await makeReader(server.deps)
    for (const email of [reader.email, 'nobody-else@dennik.example']) {
      for (let attempt = 0; attempt < 10; attempt++) {
        expect((await login(`10.2.0.${attempt}`, { email, password: 'Wrong-1234' })).statusCode).toBe(422)
      }
      expectTooMany(await login('10.2.0.99', { email, password: testPassword }))
    }
  })

  test('rate limit: the fifty-first failure from one IP address waits', async () => {
    const answers = await Promise.all(
      Array.from({ length: 51 }, (_, index) =>
        login('10.3.0.1', { email: `guess-${index}@dennik.example`, password: 'Wrong-1234' }),
      ),
    )
    const refused = answers.filter(answer => answer.statusCode === 429)
    expect(refused).toHaveLength(1)
    for (const answer of refused) expectTooMany(answer)
  })

  test('sign-ins that succeed do not count', async () => {
    const reader = await makeReader(server.deps)
    const browser = openBrowser(server.app, '10.4.0.1')
    for (let attempt = 0; attempt < 12; attempt++) {
      expect((await browser.signIn(reader.email)).statusCode).toBe(204)
    }
  })
})

describe('input that is refused', () => {
  const send = (headers: Record<string, string>, payload: string) =>
    server.app.inject({
      method: 'POST',
      url: '/login',
      headers: { origin: 'http://profil.test', ...headers },
      payload,
    })
  const json = { 'content-type': 'application/json' }

  test.each([
    ['no content type', {}, '{}', 415, 'unsupported_media_type'],
    [
      'a form',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'email=a',
      415,
      'unsupported_media_type',
    ],
    ['plain text', { 'content-type': 'text/plain' }, '{}', 415, 'unsupported_media_type'],
    ['broken JSON', json, '{"email":', 400, 'invalid_input'],
    ['an empty body', json, '', 400, 'invalid_input'],
    ['a JSON text', json, '"x"', 400, 'invalid_input'],
    ['a prototype', json, '{"__proto__":{"email":"a@b.sk"}}', 400, 'invalid_input'],
    ['two megabytes', json, JSON.stringify({ email: 'x'.repeat(2_000_000) }), 413, 'payload_too_large'],
    [
      'an unknown field',
      json,
      '{"email":"a@dennik.example","password":"x","admin":true}',
      400,
      'invalid_input',
    ],
    ['a list for an e-mail', json, '{"email":["a@dennik.example"],"password":"x"}', 400, 'invalid_input'],
    ['no e-mail at all', json, '{"email":"nobody","password":"x"}', 422, 'invalid_email'],
    ['a NUL in the e-mail', json, '{"email":"a\\u0000@dennik.example","password":"x"}', 422, 'invalid_email'],
    ['no password', json, '{"email":"a@dennik.example"}', 422, 'required'],
    [
      'an endless password',
      json,
      JSON.stringify({ email: 'a@dennik.example', password: 'x'.repeat(1001) }),
      422,
      'max_length',
    ],
  ])('%s → a refusal that echoes nothing', async (_title, headers, payload, status, key) => {
    const answer = await send(headers, payload)
    expect(answer.statusCode).toBe(status)
    expect(answer.json().errors[0].key).toBe(key)
    expect(answer.body).not.toContain('dennik.example')
  })

  test('all faults of an input are told at once, each with its field', async () => {
    const answer = await send(json, '{"email":"","password":""}')
    expect(answer.statusCode).toBe(422)
    expect(
      answer.json().errors.map((each: { key: string; field: string }) => [each.field, each.key]),
    ).toEqual(
      expect.arrayContaining([
        ['email', 'required'],
        ['password', 'required'],
      ]),
    )
  })

  test.each([
    null,
    'null',
    'https://evil.example',
    'http://profil.test.evil.example',
    'http://profil.test:81',
  ])('the origin %j is not ours', async origin => {
    const reader = await makeReader(server.deps)
    const answer = await openBrowser(server.app).post('/login', {
      json: { email: reader.email, password: testPassword },
      origin,
    })
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ errors: [{ key: 'origin_not_allowed' }] })
    expect(answer.cookies).toEqual([])
  })
})
