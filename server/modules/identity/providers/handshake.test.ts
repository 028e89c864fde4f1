import { request } from 'node:http'
import { expect, test } from 'vitest'
import { comeBack, goToSignIn, outcomeIn } from '#server/testing/journeys/provider-journey.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createProviderApp } from '#server/testing/setup/provider-app.ts'
import { testOrigin } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'

const server = openForFile(createProviderApp)

let made = 0
const newPerson = () => ({ email: `nova-${made++}@dennik.example`, verified: true })
// Limits count by address; each test has its own.
const newBrowser = () => openBrowser(server.app, `10.1.0.${made++}`)

test('a callback is valid in the browser that began, for its own handshake, once and soon', async () => {
  const [thief, browser] = [newBrowser(), newBrowser()]
  const who = newPerson()
  const answer = await goToSignIn(browser, server.identity.visit, 'google', who)
  const early = browser.copy()
  // Another browser, with no handshake or with one of its own.
  expect(outcomeIn(await comeBack(thief, 'google', answer)).outcome).toBe('link_failed')
  await goToSignIn(thief, server.identity.visit, 'google', newPerson())
  expect(outcomeIn(await comeBack(thief, 'google', answer)).outcome).toBe('link_failed')
  expect(thief.cookies.has('ppp')).toBe(false)
  // Another provider's, or with a forged state.
  expect(outcomeIn(await comeBack(browser, 'apple', answer)).outcome).toBe('link_failed')
  expect(outcomeIn(await comeBack(browser, 'google', { ...answer, state: 'x' })).outcome).toBe('link_failed')
  // Its own handshake is still valid.
  expect((await comeBack(browser, 'google', answer)).headers.location).toBe(`${testOrigin}/predplatne`)
  expect(browser.cookies.has('ppx')).toBe(false)
  // Replayed, with the cookies as they were.
  expect(outcomeIn(await comeBack(early, 'google', answer)).outcome).toBe('link_failed')
  expect(early.cookies.has('ppp')).toBe(false)

  const late = newBrowser()
  const old = await goToSignIn(late, server.identity.visit, 'google', who)
  server.clock.advance('PT16M')
  expect(outcomeIn(await comeBack(late, 'google', old)).outcome).toBe('link_failed')
})

test('a handshake with a changed cookie is invalid', async () => {
  const browser = newBrowser()
  const answer = await goToSignIn(browser, server.identity.visit, 'google', newPerson())
  const kept = browser.cookies.get('ppx')?.value ?? ''
  const begun: object = JSON.parse(Buffer.from(kept.split('.')[0] ?? '', 'base64url').toString())
  const forged = { ...begun, purpose: { kind: 'sign_in', url: 'https://evil.example/' } }
  const text = Buffer.from(JSON.stringify(forged)).toString('base64url')
  for (const value of [`${text}.${kept.split('.')[1]}`, text, `${text}.`, '.', kept.slice(0, -1)]) {
    browser.cookies.set('ppx', { value, path: '/' })
    expect(outcomeIn(await comeBack(browser, 'google', answer)).outcome, value).toBe('link_failed')
  }
})

test('open redirect: the return URL is on our own sites only', async () => {
  const targets = [
    ['/faq', `${testOrigin}/faq`],
    [`${testOrigin}/login/invitation/abc`, `${testOrigin}/login/invitation/abc`],
    ['https://dennik.example/clanok', 'https://dennik.example/clanok'],
    ['https://evil.example/', `${testOrigin}/predplatne`],
    ['//evil.example', `${testOrigin}/predplatne`],
    ['javascript:alert(1)', `${testOrigin}/predplatne`],
  ] as const
  const who = newPerson()
  for (const [url, expected] of targets) {
    const browser = newBrowser()
    const answer = await goToSignIn(
      browser,
      server.identity.visit,
      'google',
      who,
      `?url=${encodeURIComponent(url)}`,
    )
    expect((await comeBack(browser, 'google', answer)).headers.location, url).toBe(expected)
  }
})

test('a callback as a form post redirects to the route, with the needed parameters only', async () => {
  const answer = await newBrowser().post('/login/with/apple/callback', {
    origin: 'https://appleid.apple.com',
    form: { code: 'a code', state: 's', user: '{"name":"Jana"}', id_token: 'x' },
  })
  expect([answer.statusCode, answer.headers.location]).toEqual([
    303,
    `${testOrigin}/login/with/apple/callback?code=a+code&state=s`,
  ])
  expect(answer.cookies).toEqual([])
})

test('R1.10 R17.01 open redirect: a handshake that begins on another host is redirected to the login, with any request target', async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const { hostname, port } = new URL(server.app.listeningOrigin)
  const leadOf = (path: string) =>
    new Promise<string | undefined>((resolve, reject) => {
      request({ hostname, port, path, headers: { host: 'evil.example' } }, answer => {
        answer.resume()
        resolve(answer.headers.location)
      })
        .on('error', reject)
        .end()
    })
  expect(await leadOf('/login/with/google?lang=en')).toBe(`${testOrigin}/login/with/google?lang=en`)
  for (const path of ['http://evil.example/login/with/google', '//evil.example/../login/with/google']) {
    const lead = await leadOf(path)
    expect(lead === undefined ? testOrigin : new URL(lead).origin, path).toBe(testOrigin)
  }
})
