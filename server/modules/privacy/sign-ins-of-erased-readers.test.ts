import { eq } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import type { Refusal } from '#contract/wire.ts'
import { sessions, users } from '#server/modules/identity/tables.ts'
import { openAuthenticator } from '#server/testing/doubles/authenticator.ts'
import { tokenInMail } from '#server/testing/inspect/token-in-mail.ts'
import { comeBack, goToLink, goToSignIn, outcomeIn } from '#server/testing/journeys/provider-journey.ts'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { holdLocks } from '#server/testing/setup/hold-locks.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createProviderApp } from '#server/testing/setup/provider-app.ts'
import { testOrigin } from '#server/testing/setup/test-app.ts'
import { openBrowser, type TestBrowser } from '#server/testing/setup/test-browser.ts'
import { eraseReader } from './erase-reader.ts'

const server = openForFile(createProviderApp)
type Reader = Awaited<ReturnType<typeof makeSignedIn>>

const told = (answer: LightMyRequestResponse) =>
  answer.statusCode < 300 ? answer.statusCode : answer.json<Refusal>().errors[0]?.key

/** A transaction that has locked a reader as whoever erases one does, to erase when it is released. */
async function beginErasure(reader: Reader) {
  const { deps, clock } = server
  const isReader = eq(users.id, reader.id)
  const held = await holdLocks(deps.db, tx => tx.select().from(users).where(isReader).for('update'))
  const erase = () => held.release(tx => eraseReader(tx, { ...reader, isProven: true }, clock.now()))
  return { ...held, erase }
}

async function askForLink(browser: TestBrowser, email: string) {
  await browser.post('/login/sign-in-link', { json: { email } })
  return server.mailbox.waitFor(email, mail => tokenInMail(mail, 'sign-in') !== undefined)
}

/** Each way to sign in: prepared, then done in a browser, and what it is told. */
const ways = {
  link: async (browser: TestBrowser, { email }: Reader) => {
    const token = tokenInMail(await askForLink(browser, email), 'sign-in')
    return async () => told(await browser.post(`/login/sign-in/${token}`))
  },
  code: async (browser: TestBrowser, { email }: Reader) => {
    const code = /\b\d{6}\b/.exec((await askForLink(browser, email)).subject)?.[0]
    return async () => told(await browser.post('/login/sign-in-code', { json: { code } }))
  },
  passkey: async (browser: TestBrowser, reader: Reader) => {
    const device = openAuthenticator(testOrigin)
    type Options = { options: Parameters<typeof device.create>[0] }
    const own = `${reader.own}/passkeys`
    const made = device.create((await reader.browser.post(`${own}/options`)).json<Options>().options)
    expect((await reader.browser.post(own, { json: { credential: made } })).statusCode).toBe(201)
    const { options } = (await browser.post('/login/passkey-options')).json<Options>()
    const credential = device.get(options)
    return async () => told(await browser.post('/login/passkey', { json: { credential } }))
  },
  provider: async (browser: TestBrowser, reader: Reader) => {
    const { visit } = server.identity
    const who = { email: reader.email, verified: true }
    const linked = await goToLink(reader.browser, visit, reader.own, 'google', who)
    await comeBack(reader.browser, 'google', linked)
    // Without a proven e-mail, so that whoever is not known opens no account instead.
    const answer = await goToSignIn(browser, visit, 'google', { ...who, verified: false })
    return async () => outcomeIn(await comeBack(browser, 'google', answer)).outcome
  },
}

test.each([
  ['link', 'sign_in_link_invalid'],
  ['code', 'control_code_expired'],
  ['passkey', 'passkey_unknown'],
  ['provider', 'link_provider_email_invalid'],
] as const)('R8.07 race: a sign-in that the erasure overtakes is refused: by %s', async (way, refusal) => {
  const reader = await makeSignedIn(server)
  const signIn = await ways[way](openBrowser(server.app), reader)
  const erasure = await beginErasure(reader)
  const signingIn = signIn()
  await erasure.waitedForBy(1)
  await erasure.erase()
  expect(await signingIn).toBe(refusal)
  expect(await server.deps.db.$count(sessions, eq(sessions.userId, reader.id))).toBe(0)
})

test('R8.07 race: a new link asked for while the reader is erased lets the erasure end', async () => {
  const reader = await makeSignedIn(server)
  const browser = openBrowser(server.app)
  await askForLink(browser, reader.email)
  const erasure = await beginErasure(reader)
  const asking = browser.post('/login/sign-in-link', { json: { email: reader.email } })
  await erasure.waitedForBy(1)
  await erasure.erase()
  expect((await asking).statusCode).toBe(202)
})
