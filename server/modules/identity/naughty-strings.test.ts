import { afterAll, beforeAll, expect, test } from 'vitest'
import type { User } from '#contract/identity/identity.ts'
import { makeReader } from '#server/testing/make-reader.ts'
import { naughtyStrings } from '#server/testing/naughty-strings.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { openBrowser, testPassword } from '#server/testing/test-browser.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

async function signInSomebody(columns: Parameters<typeof makeReader>[1] = {}) {
  const reader = await makeReader(server.deps, columns)
  const browser = openBrowser(server.app)
  await browser.signIn(reader.email)
  return { browser, own: `/rest/api/prv/v1/users/${reader.id}` }
}

test.each([
  ['mobile number', (text: string) => ({ phone_to_change: text })],
  ['language', (text: string) => ({ locale_code: text })],
  ['new password', (text: string) => ({ current_password: testPassword, plain_password: text })],
] as const)('whatever is typed as the %s is refused clearly, and nothing changes', async (_what, bodyOf) => {
  const { browser, own } = await signInSomebody()
  const before = (await browser.get(own)).json<User>()
  for (const text of naughtyStrings) {
    const answer = await browser.patch(own, { json: bodyOf(text) })
    expect([400, 422], JSON.stringify(text)).toContain(answer.statusCode)
    if (text.trim().length > 3) expect(answer.body).not.toContain(JSON.stringify(text).slice(1, -1))
  }
  expect((await browser.get(own)).json()).toEqual(before)
})

test('whatever is typed as the code is refused clearly', async () => {
  const { browser, own } = await signInSomebody({ phoneToChange: '0999123456' })
  for (const text of naughtyStrings) {
    const json = { code_type: 'phone', control_code: text }
    const answer = await browser.post(`${own}/verify-control-code`, { json })
    expect([400, 422], JSON.stringify(text)).toContain(answer.statusCode)
  }
})

test('whatever a browser calls itself is kept, and shown as a name of ours or not at all', async () => {
  const reader = await makeReader(server.deps)
  const texts = naughtyStrings.filter(text => /^[\x20-\x7e]+$/.test(text))
  for (const text of texts) {
    const headers = { 'user-agent': text }
    const answer = await openBrowser(server.app, '10.0.0.1').post('/login', {
      json: { email: reader.email, password: testPassword },
      headers,
    })
    expect(answer.statusCode).toBe(204)
  }
  const browser = openBrowser(server.app)
  await browser.signIn(reader.email)
  const own = `/rest/api/prv/v1/users/${reader.id}`
  const sessions = (await browser.get(`${own}/sessions`)).json<{
    items: { browser: string | null; system: string | null }[]
  }>()
  expect(sessions.items).toHaveLength(texts.length + 1)
  expect(sessions.items.every(each => each.browser === null && each.system === null)).toBe(true)
}, 60_000)
