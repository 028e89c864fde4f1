import { createHmac } from 'node:crypto'
import { base64url, CompactSign, exportSPKI, generateKeyPair } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseSessionToken, type SessionPayload } from '#contract/identity/session-token.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser, type TestBrowser } from '#server/testing/setup/test-browser.ts'
import { readTokenKeys, type TokenKeys } from './token-keys.ts'

type Cookies = { ppp: string; pps: string; ppi: string }
/** What a case starts from: a live session's cookies, and its token's claims. */
type Living = Cookies & { claims: SessionPayload; header: string; body: string }

const server = openForFile(createTestApp)
let keys: TokenKeys

beforeAll(async () => {
  keys = await readTokenKeys(server.deps.settings.tokenSigningKey)
})

async function signInSomebody(): Promise<{ browser: TestBrowser; living: Living; own: string }> {
  const { browser, ...reader } = await makeSignedIn(server)
  const value = (name: string) => browser.cookies.get(name)?.value ?? ''
  const claims = parseSessionToken(value('ppp'))
  const [header = '', body = ''] = value('ppp').split('.')
  if (!claims) throw new Error('The session token cannot be read')
  return {
    browser,
    living: { ppp: value('ppp'), pps: value('pps'), ppi: value('ppi'), claims, header, body },
    own: `/rest/api/prv/v1/users/${reader.id}`,
  }
}

function withCookies(browser: TestBrowser, changed: Partial<Record<keyof Cookies, string | undefined>>) {
  const copy = browser.copy()
  for (const [name, value] of Object.entries(changed)) {
    if (value === undefined) copy.cookies.delete(name)
    else copy.cookies.set(name, { value, path: '/' })
  }
  return copy
}

const encode = (value: unknown): string => base64url.encode(JSON.stringify(value))
const without = (claims: object, name: string) =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))

/** Forges a token with a given key. */
async function signed(payload: unknown, privateKey = keys.privateKey) {
  const token = await new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'ES256', kid: keys.published.kid })
    .sign(privateKey)
  const [header, body, signature = ''] = token.split('.')
  return { ppp: `${header}.${body}`, pps: signature }
}

/** HS256 with the published key as its secret: what a verifier that trusts the header `alg` would accept. */
async function signedByPublicKey(payload: object) {
  const ppp = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(payload)}`
  const secret = await exportSPKI(keys.publicKey)
  return { ppp, pps: createHmac('sha256', secret).update(ppp).digest('base64url') }
}

type Malformed = Partial<Record<keyof Cookies, string | undefined>>
const cases: Record<string, (living: Living) => Malformed | Promise<Malformed>> = {
  'no user id': () => ({ ppi: undefined }),
  'an empty user id': () => ({ ppi: '' }),
  'a user id that is no number': () => ({ ppi: 'abc' }),
  'a user id with a fraction': ({ ppi }) => ({ ppi: `${ppi}.0` }),
  'a negative user id': ({ ppi }) => ({ ppi: `-${ppi}` }),
  'a user id in exponents': () => ({ ppi: '1e0' }),
  'a user id beyond all integers': () => ({ ppi: '9'.repeat(400) }),
  'a user id with a broken escape': () => ({ ppi: '%E0%A4%A' }),
  'the user id of another reader': ({ ppi }) => ({ ppi: String(Number(ppi) + 1) }),
  'no payload': () => ({ ppp: undefined }),
  'an empty payload': () => ({ ppp: '' }),
  'no signature': () => ({ pps: undefined }),
  'an empty signature': () => ({ pps: '' }),
  'a payload of one part': ({ body }) => ({ ppp: body }),
  'a payload with two dots': ({ ppp, pps }) => ({ ppp: `${ppp}.${pps}`, pps: '' }),
  'a signature with a dot': ({ pps }) => ({ pps: `.${pps}` }),
  'only a dot': () => ({ ppp: '.' }),
  'a payload that is no base64url': ({ header, body }) => ({ ppp: `${header}.*${body}` }),
  'a header that is no base64url': ({ header, body }) => ({ ppp: `+${header}.${body}` }),
  'a signature that is no base64url': ({ pps }) => ({ pps: `${pps.slice(0, -1)}*` }),
  'a signature cut short': ({ pps }) => ({ pps: pps.slice(0, 20) }),
  'a payload that is no JSON': ({ header }) => ({ ppp: `${header}.${base64url.encode('{"sub":')}` }),
  'a payload that is no UTF-8': ({ header }) => ({
    ppp: `${header}.${base64url.encode(new Uint8Array([0xff, 0xfe, 0x22]))}`,
  }),
  'a signed payload of null': () => signed(null),
  'a signed payload that is a list': ({ claims }) => signed([claims]),
  'a signed payload without sub': ({ claims }) => signed(without(claims, 'sub')),
  'a signed payload without iat': ({ claims }) => signed(without(claims, 'iat')),
  'a signed payload without exp': ({ claims }) => signed(without(claims, 'exp')),
  'a signed payload without jti': ({ claims }) => signed(without(claims, 'jti')),
  'a signed payload without aud': ({ claims }) => signed(without(claims, 'aud')),
  'a signed payload without its session': ({ claims }) => signed(without(claims, 'sid')),
  'a signed payload whose sub is a number': ({ claims }) => signed({ ...claims, sub: Number(claims.sub) }),
  'a signed payload for another audience': ({ claims }) =>
    signed({ ...claims, aud: 'https://elsewhere.example' }),
  'a signed payload of a session that never was': ({ claims }) => signed({ ...claims, sid: 'x' }),
  'a signed payload of another reader in this session': ({ claims }) => {
    const other = String(Number(claims.sub) + 1)
    return signed({ ...claims, sub: other }).then(cookies => ({ ...cookies, ppi: other }))
  },
  'an edited payload': ({ header, claims }) => ({
    ppp: `${header}.${encode({ ...claims, exp: claims.exp + 3600 })}`,
  }),
  'a signature by another key': async ({ claims }) =>
    signed(claims, (await generateKeyPair('ES256')).privateKey),
  'the algorithm none': ({ body }) => ({ ppp: `${encode({ alg: 'none' })}.${body}`, pps: '' }),
  'the algorithm none with a signature': ({ body }) => ({ ppp: `${encode({ alg: 'none' })}.${body}` }),
  'the algorithm HS256 keyed by the public key': ({ claims }) => signedByPublicKey(claims),
  'a header with an unknown critical extension': ({ body }) => ({
    ppp: `${encode({ alg: 'ES256', crit: ['x'], x: 1 })}.${body}`,
  }),
}

describe('R4.01 R5.11 cookies without a valid session', () => {
  test.each(Object.entries(cases))('%s → signed out', async (_title, malform) => {
    const { browser, living, own } = await signInSomebody()
    const malformed = await malform(living)
    const answer = await withCookies(browser, malformed).get(own)
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ errors: [{ key: 'not_logged_in' }] })
    expect((await browser.get(own)).statusCode).toBe(200)
    expect((await withCookies(browser, malformed).post('/logout')).statusCode).toBe(204)
  })
})

test('R4.02 a token is valid for ten minutes of the product’s clock, then it needs a refresh', async () => {
  const { browser, own, living } = await signInSomebody()
  expect(living.claims.exp - living.claims.iat).toBe(600)
  server.clock.advance('PT9M40S')
  expect((await browser.get(own)).statusCode).toBe(200)
  server.clock.advance('PT21S')
  expect((await browser.get(own)).statusCode).toBe(401)
  expect((await browser.post('/refresh-token')).statusCode).toBe(204)
  expect((await browser.get(own)).statusCode).toBe(200)
})

test('R6.01 another reader’s id is forbidden, whether that reader exists or not', async () => {
  const { browser } = await signInSomebody()
  const other = await makeReader(server.deps)
  const answers = await Promise.all([
    browser.get(`/rest/api/prv/v1/users/${other.id}`),
    browser.get('/rest/api/prv/v1/users/2147483647'),
    browser.patch(`/rest/api/prv/v1/users/${other.id}`, { json: { locale_code: 'en' } }),
    browser.post(`/rest/api/prv/v1/users/${other.id}/activation-email`),
  ])
  for (const answer of answers) {
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toEqual(answers[0]?.json())
  }
})

test('R6.01 an invalid id is refused without a query', async () => {
  const { browser } = await signInSomebody()
  for (const id of ['0', '-1', 'abc', '1.5', '99999999999', '1%00', "1'--"]) {
    const answer = await browser.get(`/rest/api/prv/v1/users/${id}`)
    expect(answer.statusCode, id).toBe(403)
  }
})

test('R8.03 a caller without cookies is told to sign in', async () => {
  const answer = await openBrowser(server.app).get('/rest/api/prv/v1/users/1')
  expect(answer.statusCode).toBe(401)
  expect(answer.json().errors[0].message).toMatch(/prihlás/i)
})
