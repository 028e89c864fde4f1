import type { LightMyRequestResponse } from 'fastify'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { loadConfig } from '../config/config.ts'
import { addressAt } from '../platform/http/address-at.ts'
import { pagePolicy } from '../platform/http/security-headers.ts'
import { makeReader } from '../testing/make/reader.ts'
import { createTestApp } from '../testing/setup/test-app.ts'
import { testPassword } from '../testing/setup/test-browser.ts'

const account = 'https://profil.dennik.example'
const login = 'https://login.dennik.example'
const content = 'https://content.dennik.example'
const features = 'https://flags.dennik.example'
const environment = {
  PUBLIC_URL: account,
  LOGIN_URL: login,
  CONTENT_URL: content,
  FEATURES_URL: features,
  FEATURES_CLIENT_KEY: 'sdk-test',
  COOKIE_DOMAIN: 'dennik.example',
  SITE_URLS: 'https://dennik.example/, https://korzar.dennik.example',
}
const layout = '/export/v1/sme-blocks/profil.sme.sk?lang=sk'

describe('with each site on a host of its own', () => {
  const server = openForFile(() => createTestApp(environment))

  const ask = (
    at: string,
    url: string,
    headers: Record<string, string> = {},
    method: 'GET' | 'POST' | 'OPTIONS' = 'GET',
  ) => server.app.inject({ method, url, headers: { host: new URL(at).host, ...headers } })

  const allowed = ({ headers }: LightMyRequestResponse) => [
    headers['access-control-allow-origin'],
    headers['access-control-allow-credentials'],
  ]

  it.each([
    ['/config.json', [account, login]],
    [layout, [content]],
    ['/api/features/sdk-test', [features]],
    ['/.well-known/jwks.json', [login]],
    ['/rest/api/prv/v1/products', [login]],
    ['/rest/api/prv/v1/users/1', [login]],
    ['/openapi.json', [login]],
    ['/healthz', [account, login, content, features]],
    ['/readyz', [account, login, content, features]],
  ])('R3.01 %s is served on its own host only', async (path, own) => {
    for (const host of [account, login, content, features]) {
      const { statusCode } = await ask(host, path)
      if (own.includes(host)) expect(statusCode, host).not.toBe(404)
      else expect(statusCode, host).toBe(404)
    }
  })

  it('R3.01 a session begins, is renewed and ends at the login, and nowhere else', async () => {
    for (const path of ['/login', '/refresh-token', '/logout', '/registration', '/username_check']) {
      const at = (host: string) => ask(host, path, { origin: account }, 'POST')
      for (const host of [account, content, features]) expect((await at(host)).statusCode).toBe(404)
      expect((await at(login)).statusCode).not.toBe(404)
    }
  })

  it('R3.01 gateways and mail programs reach it where they were told to, with no origin', async () => {
    for (const host of [account, login]) {
      expect((await ask(host, '/unsubscribe/abcdefghijklmnopqrstuvwxyz', {}, 'POST')).statusCode).not.toBe(
        403,
      )
    }
    for (const host of [account, login, content]) {
      expect((await ask(host, '/webhooks/payments/nobody', {}, 'POST')).statusCode).not.toBe(403)
    }
  })

  it('R3.01 an internal host name, for which no browser has a cookie, serves all', async () => {
    for (const host of ['http://127.0.0.1:3000', 'http://profil-backend:3000']) {
      expect((await ask(host, '/rest/api/prv/v1/products')).statusCode).toBe(200)
      expect((await ask(host, layout)).statusCode).toBe(200)
    }
  })

  it('R7.01 R7.03 the account area reads the login and the layout with cookies', async () => {
    for (const answer of [
      await ask(login, '/rest/api/prv/v1/products', { origin: account }),
      await ask(content, layout, { origin: account }),
    ]) {
      expect(allowed(answer)).toEqual([account, 'true'])
      expect(answer.headers.vary).toContain('Origin')
      expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin')
    }
  })

  it('R7.01 its writes pass the CORS preflight, with their headers', async () => {
    const answer = await ask(
      login,
      '/rest/api/prv/v1/users/1',
      {
        origin: account,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'content-type,x-storm-shield-id,x-storm-shield-answer',
      },
      'OPTIONS',
    )
    expect(answer.statusCode).toBe(204)
    expect(allowed(answer)).toEqual([account, 'true'])
    expect(answer.headers['access-control-allow-methods']).toContain('PATCH')
    expect(answer.headers['access-control-allow-headers']).toContain('x-storm-shield-answer')
  })

  it.each([
    ['a foreign site', 'https://evil.example'],
    ['a page without an origin', 'null'],
    ['a sibling that is not listed', 'https://blog.dennik.example'],
    ['a listed site under www', 'https://www.dennik.example'],
    ['the content host', content],
    ['the flags', features],
    ['http', 'http://profil.dennik.example'],
    ['another port', `${account}:8443`],
    ['a host that begins alike', `${account}.evil.example`],
    ['a host that ends alike', 'https://evil-profil.dennik.example'],
    ['capitals', 'https://PROFIL.dennik.example'],
  ])('R7.01 %s reads nothing with cookies and writes nothing', async (_what, origin) => {
    for (const [host, path] of [
      [login, '/rest/api/prv/v1/products'],
      [login, '/.well-known/jwks.json'],
      [content, layout],
    ] as const) {
      expect(allowed(await ask(host, path, { origin }))).not.toContain(origin)
      const headers = { origin, 'access-control-request-method': 'PATCH' }
      expect(allowed(await ask(host, path, headers, 'OPTIONS'))).not.toContain(origin)
    }
    const write = await server.app.inject({
      method: 'POST',
      url: '/login',
      headers: { host: new URL(login).host, origin },
      payload: { email: 'jana@example.com', password: testPassword },
    })
    expect(write.statusCode).toBe(403)
    expect(write.json()).toMatchObject({ errors: [{ key: 'origin_not_allowed' }] })
    expect(write.cookies).toEqual([])
  })

  it('R1.05 the publisher’s sites that are listed call the API as the reader, e.g. when a device reads', async () => {
    for (const origin of ['https://dennik.example', 'https://korzar.dennik.example']) {
      expect(allowed(await ask(login, '/rest/api/prv/v1/products', { origin }))).toEqual([origin, 'true'])
      expect((await ask(login, '/logout', { origin }, 'POST')).statusCode).toBe(204)
    }
  })

  it('R7.16 the flags are read by any site, and with no cookies', async () => {
    const answer = await ask(features, '/api/features/sdk-test', { origin: 'https://evil.example' })
    expect(allowed(answer)).toEqual(['*', undefined])
  })

  it('R7.10 R3.13 a session of the login is known to the account area, its refresh token to the login alone', async () => {
    const reader = await makeReader(server.deps)
    const post = (url: string, cookie: string, payload?: object) =>
      server.app.inject({
        method: 'POST',
        url,
        headers: { host: new URL(login).host, origin: account, cookie },
        ...(payload && { payload }),
      })
    const signedIn = await post('/login', '', { email: reader.email, password: testPassword })
    const cookies = signedIn.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const renewed = await post('/refresh-token', cookies)
    expect(renewed.statusCode).toBe(204)
    for (const answer of [signedIn, renewed]) {
      expect(Object.fromEntries(answer.cookies.map(({ name, domain }) => [name, domain]))).toEqual({
        ppp: 'dennik.example',
        pps: 'dennik.example',
        ppi: 'dennik.example',
        ppr: undefined,
      })
      for (const cookie of answer.cookies) expect(cookie).toMatchObject({ sameSite: 'Lax', secure: true })
    }
    const kept = renewed.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const ended = await post('/logout', kept)
    // A cookie goes only where it came from: the same name, path and domain.
    const places = (answer: LightMyRequestResponse) =>
      answer.cookies.map(({ name, path, domain }) => ({ name, path, domain })).toSorted(byName)
    // That an account signed in here before stays known.
    const ofSession = places(signedIn).filter(({ name }) => name !== '__Host-ppk')
    expect(places(ended)).toEqual(ofSession)
    expect(ended.cookies.every(({ value }) => value === '')).toBe(true)
  })
})

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)

async function headersOf(variables: Record<string, string>, others?: Parameters<typeof pagePolicy>[3]) {
  const config = loadConfig(variables)
  const app = Fastify()
  app.get('/', async (_request, reply) => {
    pagePolicy(reply, { ...config, appSecret: '', tokenSigningKey: '' }, 'nonce', others)
    return ''
  })
  return (await app.inject('/')).headers
}

/** The content security policy of a page, a list of hosts to each directive. */
async function policyOf(
  variables: Record<string, string>,
  others: Parameters<typeof pagePolicy>[3] = { hasLayout: true },
): Promise<Record<string, string[]>> {
  const headers = await headersOf(variables, others)
  const directives = String(headers['content-security-policy']).split('; ')
  return Object.fromEntries(
    directives.map(directive => {
      const [name = '', ...hosts] = directive.split(' ')
      return [name, hosts]
    }),
  )
}

it('R16.01 R17.01 the account area needs no process of its own; what opened the login has no hold on it', async () => {
  expect(await headersOf(environment)).toMatchObject({ 'cross-origin-opener-policy': 'same-origin' })
  const ofAccount = await headersOf(environment, { hasLayout: true })
  for (const name of ['cross-origin-opener-policy', 'origin-agent-cluster'])
    expect(ofAccount[name]).toBeUndefined()
})

it('R17.01 a page turns off what no page needs, also for what third parties put into it', async () => {
  const { 'permissions-policy': turnedOff } = await headersOf(environment)
  for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
    expect(turnedOff).toContain(`${feature}=()`)
})

it('R3.01 R7.03 pages may load from, call and send to the configured hosts and no others', async () => {
  expect(await policyOf(environment)).toMatchObject({
    'default-src': [`'none'`],
    'script-src': [`'self'`, `'nonce-nonce'`, content],
    'style-src': [`'self'`, `'nonce-nonce'`, content],
    'connect-src': [`'self'`, account, login, features, content],
    'form-action': [`'self'`, account, login, 'https://dennik.example', 'https://korzar.dennik.example'],
    'frame-ancestors': [`'none'`],
  })
  // The login shows no layout, and takes passwords.
  expect(await policyOf(environment, {})).toMatchObject({
    'script-src': [`'self'`, `'nonce-nonce'`],
    'style-src': [`'self'`, `'nonce-nonce'`],
    'img-src': [`'self'`, 'data:'],
    'connect-src': [`'self'`, account, login, features],
  })
  const one = await policyOf({ PUBLIC_URL: account })
  expect(one['connect-src']).toEqual([`'self'`, account])
  expect(one['script-src']).toEqual([`'self'`, `'nonce-nonce'`, account])
})

it('R2.26 a page opened on another host is redirected to its own, never to a third one (open redirect)', () => {
  for (const [path, address] of [
    ['/nastavenia?a=1&b=%20', `${account}/nastavenia?a=1&b=%20`],
    ['//evil.example/a', `${account}//evil.example/a`],
    ['/\\evil.example', `${account}//evil.example`],
    ['/a?url=https://evil.example?c', `${account}/a?url=https://evil.example?c`],
  ] as const) {
    expect(addressAt(account, path)).toBe(address)
    expect(new URL(addressAt(account, path)).origin).toBe(account)
  }
})
