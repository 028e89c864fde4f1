import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { sessionCookies } from '#contract/identity/session-token.ts'
import { loadConfig } from '../config/config.ts'
import { openFirstCalls } from './first-calls.ts'

const environment = {
  PUBLIC_URL: 'https://account.dennik.example',
  LOGIN_URL: 'https://login.dennik.example',
  COOKIE_DOMAIN: 'dennik.example',
}
const builtPages = mkdtempSync(join(tmpdir(), 'profil-pages-'))
const now = Temporal.Instant.from('2026-11-23T12:00:00Z')
afterAll(() => rmSync(builtPages, { recursive: true }))

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const tokenWith = (claims: object) =>
  [
    { alg: 'RS256' },
    { sub: '7', iat: 1, exp: now.epochMilliseconds / 1000 + 60, jti: 'j', aud: 'a', loc: 'sk', ...claims },
  ]
    .map(encode)
    .join('.')

/** @returns links of a document that is asked for with these headers and this token */
async function linksFor(
  headers: Record<string, string>,
  token: string,
  route = 'settings',
): Promise<string[]> {
  writeFileSync(
    join(builtPages, 'first-reads.json'),
    JSON.stringify({ settings: ['/users/:userId', '/words?lang=:language'] }),
  )
  const settings = { ...loadConfig(environment), appSecret: '', tokenSigningKey: '' }
  const firstCalls = openFirstCalls(builtPages, { settings, clock: { now: () => now } })
  const app = Fastify()
  await app.register(cookie)
  app.get('/', (request, reply) => reply.send(firstCalls(request, route)))
  return (await app.inject({ path: '/', headers, cookies: { [sessionCookies.payload]: token } })).json()
}

const fromLogin = { referer: 'https://login.dennik.example/login?url=x', 'accept-language': 'sk-SK,sk;q=0.9' }

it('R16.01 who comes from a page of ours makes the first calls before the document is read', async () => {
  const own = 'rel=preload; as=fetch; crossorigin=use-credentials'
  const expected = [
    '</config.json?__VISIT__>; rel=preload; as=fetch; crossorigin',
    `<https://login.dennik.example/users/7>; ${own}`,
    `<https://login.dennik.example/words?lang=sk>; ${own}`,
  ]
  expect(await linksFor(fromLogin, tokenWith({}))).toEqual(expected)
  expect(await linksFor({ ...fromLogin, referer: 'https://account.dennik.example/' }, tokenWith({}))).toEqual(
    expected,
  )
  expect(await linksFor(fromLogin, tokenWith({}), 'resend_account_activation')).toEqual(expected.slice(0, 1))
})

it.each([
  [
    'comes from elsewhere',
    { ...fromLogin, referer: 'https://login.dennik.example.evil.example/login' },
    tokenWith({}),
  ],
  ['comes from nowhere', { 'accept-language': 'sk' }, tokenWith({})],
  ['has a browser of another language', { ...fromLogin, 'accept-language': 'en-US,en;q=0.9' }, tokenWith({})],
  ['has no language', fromLogin, tokenWith({ loc: undefined })],
  ['has a token that has ended', fromLogin, tokenWith({ exp: now.epochMilliseconds / 1000 })],
  ['has an id that is none', fromLogin, tokenWith({ sub: '7>; rel=x, <https://evil.example' })],
  ['has no token', fromLogin, ''],
])('R16.01 who %s makes no call ahead', async (_who, headers, token) => {
  expect(await linksFor(headers, token)).toEqual([])
})
