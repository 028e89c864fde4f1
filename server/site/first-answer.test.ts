import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeReader } from '#server/testing/make/reader.ts'
import { makeSubscription } from '#server/testing/make/subscription.ts'
import { createTestApp, type TestApp, testOrigin } from '#server/testing/setup/test-app.ts'
import { openBrowser, type TestBrowser } from '#server/testing/setup/test-browser.ts'
import { askFirstAnswer, asScript } from './first-answer.ts'

let server: TestApp
let reader: TestBrowser

beforeAll(async () => {
  server = await createTestApp()
  const made = await makeReader(server.deps)
  await makeSubscription(server.deps, { userId: made.id })
  reader = openBrowser(server.app)
  await reader.signIn(made.email)
})
afterAll(() => server.close())

const ask = (browser: TestBrowser, path = '/predplatne') => {
  const cookies = Object.fromEntries([...browser.cookies].map(([name, { value }]) => [name, value]))
  const cookie = Object.entries(cookies)
    .map(pair => pair.join('='))
    .join('; ')
  return askFirstAnswer(server.app, { cookies, headers: { cookie }, ip: '127.0.0.1' }, path, testOrigin)
}

describe('what a page brings along', () => {
  test('R1.01 a reader’s subscriptions travel with their page, byte by byte as the call answers them', async () => {
    const address = `/rest/api/prv/v1/users/${reader.cookies.get('ppi')?.value}/subscriptions`
    const called = await reader.get(address, { headers: { 'accept-language': 'sk' } })
    expect(called.json()).toMatchObject({ items: [{ group: 'premium', state: 'active' }] })
    expect(await ask(reader)).toEqual({
      address: `${testOrigin}${address}`,
      language: 'sk',
      body: called.body,
    })
  })

  test('no other page has them', async () => {
    expect(await ask(reader, '/nastavenia')).toBeUndefined()
  })

  test.each([
    ['nobody is signed in', (visitor: TestBrowser) => visitor.cookies.clear()],
    ['the signature is missing', (thief: TestBrowser) => void thief.cookies.delete('pps')],
    [
      'the signature is another’s',
      (thief: TestBrowser) => void thief.cookies.set('pps', { value: 'x', path: '/' }),
    ],
    [
      'the id is another reader’s',
      (thief: TestBrowser) => void thief.cookies.set('ppi', { value: '7', path: '/' }),
    ],
    [
      'the payload is none',
      (thief: TestBrowser) => void thief.cookies.set('ppp', { value: 'a.b.c', path: '/' }),
    ],
  ])('R5.11 R6.01 nothing travels when %s', async (_why, change) => {
    const other = reader.copy()
    change(other)
    expect(await ask(other)).toBeUndefined()
  })

  test('XSS: nothing in it ends the inline script', () => {
    const answer = { body: '</script><script>alert(1)</script><!--' }
    expect(asScript(answer)).not.toContain('<')
    expect(JSON.parse(asScript(answer))).toEqual(answer)
    expect(asScript(undefined)).toBe('null')
  })
})
