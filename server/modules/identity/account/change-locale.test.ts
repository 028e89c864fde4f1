import { expect, test } from 'vitest'
import { parseSessionToken } from '#contract/identity/session-token.ts'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'

const server = openForFile(createTestApp)

test('R2.28 R7.07 the language is kept, and the session’s token tells it at once', async () => {
  const { browser, own } = await makeSignedIn(server)
  const before = parseSessionToken(browser.cookies.get('ppp')?.value ?? '')
  const answer = await browser.patch(own, { json: { locale_code: 'en' } })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ locale_code: 'en' })
  const after = parseSessionToken(browser.cookies.get('ppp')?.value ?? '')
  expect(after).toMatchObject({ loc: 'en', sid: before?.sid })
  expect((await browser.get(own)).json()).toMatchObject({ locale_code: 'en' })
})

test('R5.12 a language that the product does not speak changes nothing', async () => {
  const { browser, own } = await makeSignedIn(server)
  for (const json of [
    { locale_code: 'de' },
    { locale_code: null },
    {},
    { locale_code: 'en', email: 'x@y.sk' },
  ]) {
    const answer = await browser.patch(own, { json })
    expect([400, 422]).toContain(answer.statusCode)
  }
  expect((await browser.get(own)).json()).toMatchObject({ locale_code: 'sk' })
})
