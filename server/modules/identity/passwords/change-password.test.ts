import { eq } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import type { Activity } from '#contract/activity/activity.ts'
import { tokenInMail } from '#server/testing/inspect/token-in-mail.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser, testPassword } from '#server/testing/setup/test-browser.ts'
import { users } from '../tables.ts'

const server = openForFile(createTestApp)

const newPassword = 'Nove-Heslo-5678'

async function signInSomebody(columns: Parameters<typeof makeReader>[1] = {}) {
  const { browser, own, ...reader } = await makeSignedIn(server, columns)
  const change = (current: string, plain: string) =>
    browser.patch(own, { json: { current_password: current, plain_password: plain } })
  return { reader, browser, own, change }
}

const keysOf = (answer: LightMyRequestResponse) =>
  answer.json<{ errors: { key: string; field?: string }[] }>().errors.map(error => [error.key, error.field])

test('R1.09 R7.07 the password is changed by giving the present one', async () => {
  const { reader, browser, change } = await signInSomebody()
  const answer = await change(testPassword, newPassword)
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  expect([...browser.cookies.keys()].filter(name => name.startsWith('pp'))).toEqual(['ppk'])

  expect((await openBrowser(server.app).signIn(reader.email)).statusCode).toBe(422)
  expect((await openBrowser(server.app).signIn(reader.email, newPassword)).statusCode).toBe(204)
})

test('R4.15 a change in browser A ends browser B at once: its next call and its next refresh fail', async () => {
  const { reader, own, change } = await signInSomebody()
  const other = openBrowser(server.app)
  await other.signIn(reader.email)
  const thief = other.copy()
  expect((await other.get(own)).statusCode).toBe(200)

  await change(testPassword, newPassword)
  expect((await other.get(own)).statusCode).toBe(401)
  expect((await other.post('/refresh-token')).statusCode).toBe(401)
  expect((await thief.post('/refresh-token')).statusCode).toBe(401)
  expect((await thief.get(own)).statusCode).toBe(401)
})

test('R4.15 the reader is told by mail, and it is in the own log', async () => {
  const { reader, own, change } = await signInSomebody({ locale: 'en' })
  await change(testPassword, newPassword)
  const mail = await server.mailbox.waitFor(reader.email)
  expect(mail.subject).toBe('Your password has changed')
  expect(`${mail.subject}${mail.text}${mail.html}`).not.toContain(newPassword)

  const again = openBrowser(server.app)
  await again.signIn(reader.email, newPassword)
  const log = (await again.get(`${own}/activity`)).json<{ items: Activity[] }>().items
  expect(log.map(item => item.kind)).toEqual(['signed_in', 'password_changed', 'signed_in'])
})

test('R5.03 all faults are told at once, each at its field, and nothing changes', async () => {
  const { reader, own, browser, change } = await signInSomebody()
  expect(keysOf(await change('Nie-je-to-ono-1', 'Password1'))).toEqual([
    ['current_password_wrong', 'current_password'],
    ['password_common', 'plain_password'],
  ])
  expect(keysOf(await change('', 'žaba'))).toEqual([
    ['required', 'current_password'],
    ['password_too_short', 'plain_password'],
    ['password_missing_digit', 'plain_password'],
    ['password_missing_uppercase', 'plain_password'],
    ['password_few_unique', 'plain_password'],
    ['password_diacritics', 'plain_password'],
  ])
  expect(keysOf(await browser.patch(own, { json: { plain_password: newPassword } }))).toEqual([
    ['required', 'current_password'],
  ])
  expect((await browser.get(own)).statusCode).toBe(200)
  expect((await openBrowser(server.app).signIn(reader.email)).statusCode).toBe(204)
})

test('R1.09 a new password that is the present one is refused at its field: nobody is signed out, nothing is mailed', async () => {
  const { reader, own, browser, change } = await signInSomebody()
  const before = server.mailbox.mails.length
  expect(keysOf(await change(testPassword, testPassword))).toEqual([['password_same', 'plain_password']])
  // Does not tell whether it is the account's code (enumeration).
  expect(keysOf(await change('Nie-je-to-ono-1', 'Nie-je-to-ono-1'))).toEqual([
    ['password_same', 'plain_password'],
  ])
  expect((await browser.get(own)).statusCode).toBe(200)
  expect((await browser.get(`${own}/activity`)).body).not.toContain('password_changed')
  const [user] = await server.deps.db.select().from(users).where(eq(users.id, reader.id))
  expect(user?.tokenEpoch).toBe(reader.tokenEpoch)
  expect(server.mailbox.mails).toHaveLength(before)
})

test('rate limit: after ten wrong present passwords within a quarter of an hour even the right one waits', async () => {
  const { change } = await signInSomebody()
  const answers = await Promise.all(Array.from({ length: 10 }, () => change('Nie-je-to-ono-1', newPassword)))
  expect(new Set(answers.map(answer => answer.statusCode))).toEqual(new Set([422]))
  const late = await change(testPassword, newPassword)
  expect(late.statusCode).toBe(429)
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(0)
})

test('race: of two changes at once one succeeds, and its password is the valid one', async () => {
  const { reader, browser, own } = await signInSomebody()
  const other = openBrowser(server.app)
  await other.signIn(reader.email)
  const passwords = [`${newPassword}-a`, `${newPassword}-b`]
  const answers = await Promise.all(
    [browser, other].map((each, index) =>
      each.patch(own, { json: { current_password: testPassword, plain_password: passwords[index] } }),
    ),
  )
  const winner = answers.findIndex(answer => answer.statusCode === 204)
  expect(answers.filter(answer => answer.statusCode === 204)).toHaveLength(1)
  const signIns = await Promise.all(passwords.map(each => openBrowser(server.app).signIn(reader.email, each)))
  expect(signIns.map(answer => answer.statusCode)).toEqual(winner === 0 ? [204, 422] : [422, 204])
})

test('a reader who signs in by a linked account only has no password to change', async () => {
  const { browser, ...reader } = await makeSignedIn(server)
  await server.deps.db.update(users).set({ passwordHash: null }).where(eq(users.id, reader.id))
  const own = `/rest/api/prv/v1/users/${reader.id}`
  expect((await browser.get(own)).json()).toMatchObject({ has_password: false })
  const answer = await browser.patch(own, {
    json: { current_password: testPassword, plain_password: newPassword },
  })
  expect(keysOf(answer)).toEqual([['current_password_wrong', 'current_password']])
})

test('a link for a forgotten password that was sent before stops working', async () => {
  const { reader, change } = await signInSomebody()
  await openBrowser(server.app).post('/login/forgotten-password', { json: { email: reader.email } })
  const mail = await server.mailbox.waitFor(reader.email)
  await change(testPassword, newPassword)
  const answer = await openBrowser(server.app).post(
    `/login/new-password/${tokenInMail(mail, 'new-password')}`,
    {
      json: { plain_password: 'Tretie-Heslo-90' },
    },
  )
  expect(keysOf(answer)).toEqual([['password_link_invalid', undefined]])
})

test('a PATCH with any other field, or with two changes, changes nothing', async () => {
  const { browser, own } = await signInSomebody({ confirmedAt: null })
  const before = (await browser.get(own)).json()
  const passwords = { current_password: testPassword, plain_password: newPassword }
  for (const json of [
    { confirmed: true },
    { roles: ['admin'] },
    { device_limit: { device_limit: 100 } },
    { email: 'x@dennik.example' },
    { phone: '0905123456' },
    { token_epoch: 7 },
    { locale_code: 'en', confirmed: true },
    { locale_code: 'en', phone_to_change: '0905123456' },
    { ...passwords, locale_code: 'en' },
    { ...passwords, id: 1 },
    {},
    [],
  ]) {
    const answer = await browser.patch(own, { json })
    expect(answer.statusCode, JSON.stringify(json)).toBe(400)
  }
  expect((await browser.get(own)).json()).toEqual(before)
})
