import { eq } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { mostPasskeys, type Passkey } from '#contract/identity/passkeys.ts'
import type { Refusal } from '#contract/wire.ts'
import { activityLog } from '#server/modules/activity/tables.ts'
import { openAuthenticator } from '#server/testing/doubles/authenticator.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { holdLocks } from '#server/testing/setup/hold-locks.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp, testOrigin } from '#server/testing/setup/test-app.ts'
import { openBrowser, type TestBrowser } from '#server/testing/setup/test-browser.ts'
import { blockReader } from '../block-reader.ts'
import { externAccounts, passkeys, sessions, users } from '../tables.ts'

const server = openForFile(createTestApp)

type Device = ReturnType<typeof openAuthenticator>
const told = (answer: LightMyRequestResponse) =>
  answer.statusCode < 300 ? answer.statusCode : answer.json<Refusal>().errors[0]?.key
const optionsOf = (answer: LightMyRequestResponse) =>
  answer.json<{ options: Parameters<Device['create']>[0] }>().options

/** A signed-in reader. */
async function signedIn(given: Parameters<typeof makeReader>[1] = {}) {
  const { browser, ...reader } = await makeSignedIn(server, given)
  const own = `/rest/api/prv/v1/users/${reader.id}/passkeys`
  const begin = async () => optionsOf(await browser.post(`${own}/options`))
  const add = async (device: Device, wrong = {}) => {
    const credential = device.create(await begin(), wrong)
    return browser.post(own, { json: { credential } })
  }
  const list = async () => (await browser.get(own)).json<{ items: Passkey[] }>().items
  return { reader, browser, own, begin, add, list }
}

/** A reader with a passkey. */
async function withPasskey(given: Parameters<typeof makeReader>[1] = {}, counter = 0) {
  const made = await signedIn()
  const device = openAuthenticator(testOrigin)
  expect((await made.add(device, { counter })).statusCode).toBe(201)
  await server.deps.db
    .update(users)
    .set({ locale: 'sk', ...given })
    .where(eq(users.id, made.reader.id))
  return { ...made, device }
}

const begin = async (browser: TestBrowser) => optionsOf(await browser.post('/login/passkey-options'))
const reply = (browser: TestBrowser, credential: string) =>
  browser.post('/login/passkey', { json: { credential } })
async function signIn(device: Device, wrong = {}, browser = openBrowser(server.app)) {
  return reply(browser, device.get(await begin(browser), wrong))
}

describe('R13.01 a passkey', () => {
  test.each([
    ['sk', 'prehliadač'],
    ['en', 'browser'],
  ] as const)('of an unknown browser is named in the reader’s language: %s', async (locale, name) => {
    const { add, list } = await signedIn({ locale })
    await add(openAuthenticator(testOrigin))
    expect(await list()).toMatchObject([{ name }])
  })

  test('is added, signs in without anything typed, is named and removed; each told by mail and noted', async () => {
    const { reader, browser, own, list, device } = await withPasskey({ passwordHash: null })
    await server.mailbox.waitFor(reader.email, mail => mail.subject.includes('pribudol prístupový kľúč'))
    const other = openBrowser(server.app)
    expect(told(await signIn(device, {}, other))).toBe(204)
    expect(other.cookies.get('ppi')?.value).toBe(String(reader.id))
    expect(other.cookies.has('ppw')).toBe(false)
    expect((await list())[0]).toMatchObject({ id: device.id, last_used_at: expect.any(String) })
    expect(told(await browser.patch(`${own}/${device.id}`, { json: { name: ' Mobil ' } }))).toBe(204)
    expect((await list())[0]?.name).toBe('Mobil')
    expect(told(await browser.delete(`${own}/${device.id}`))).toBe(204)
    expect(told(await browser.delete(`${own}/${device.id}`))).toBe('not_found')
    await server.mailbox.waitFor(reader.email, mail => mail.text.includes('Mobil'))
    expect(told(await signIn(device))).toBe('passkey_unknown')
    const log = await server.deps.db.select().from(activityLog).where(eq(activityLog.userId, reader.id))
    expect(log.map(({ kind }) => kind)).toEqual([
      'signed_in',
      'passkey_added',
      'signed_in',
      'passkey_removed',
    ])
  })

  test('race: is not added by a session that ends meanwhile', async () => {
    const { reader, add, list, browser } = await signedIn()
    const locks = await holdLocks(server.deps.db, tx =>
      tx.select().from(users).where(eq(users.id, reader.id)).for('update'),
    )
    const adding = add(openAuthenticator(testOrigin))
    await locks.waitedForBy(1)
    await locks.release(tx =>
      tx.update(sessions).set({ endedAt: server.clock.now() }).where(eq(sessions.userId, reader.id)),
    )
    expect(told(await adding)).toBe('not_logged_in')
    await browser.signIn(reader.email)
    expect(await list()).toEqual([])
  })

  test('is asked for discoverable and with the user verified, for the domain, with nothing of the reader', async () => {
    const { begin: beginOwn, device } = await withPasskey()
    const options = await beginOwn()
    expect(options).toMatchObject({
      rp: { id: 'profil.test' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: device.id }],
    })
    expect(options.user?.id).toMatch(/^[\w-]{43}$/)
    expect(await begin(openBrowser(server.app))).toMatchObject({
      rpId: 'profil.test',
      userVerification: 'required',
      allowCredentials: [],
    })
  })

  test.each([
    ['of another page', { origin: 'https://evil.example' }],
    ['of another domain', { rpId: 'evil.example' }],
    ['to another challenge', { challenge: 'AAAA' }],
    ['without the user verified', { isVerified: false }],
  ])('%s is refused, in adding and in signing in', async (_, wrong) => {
    const { add, list } = await signedIn()
    expect(told(await add(openAuthenticator(testOrigin), wrong))).toBe('passkey_failed')
    expect(await list()).toEqual([])
    const { device } = await withPasskey()
    expect(told(await signIn(device, wrong))).toBe('passkey_failed')
    expect(told(await signIn(device))).toBe(204)
  })

  test('whose counter stays at 0 signs in (synced); one that falls or stands is refused', async () => {
    const synced = await withPasskey()
    for (let times = 0; times < 2; times++) expect(told(await signIn(synced.device))).toBe(204)
    const { device } = await withPasskey({}, 5)
    expect(told(await signIn(device, { counter: 6 }))).toBe(204)
    for (const counter of [6, 3, 0]) expect(told(await signIn(device, { counter }))).toBe('passkey_failed')
    expect(told(await signIn(device, { counter: 7 }))).toBe(204)
  })

  test('race: of twenty uses of one state of a counter, as of a copied device, one signs in', async () => {
    const { device } = await withPasskey({}, 5)
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(device, { counter: 6 })))
    expect(answers.filter(answer => answer.statusCode === 204)).toHaveLength(1)
  })

  test('of another reader can not be added again', async () => {
    const { device } = await withPasskey()
    const { add } = await signedIn()
    expect(told(await add(device))).toBe('passkey_exists')
  })

  test(`is one of ${mostPasskeys} at most, also when many are added at once`, async () => {
    const { reader, browser, own, list } = await signedIn()
    const row = { userId: reader.id, publicKey: 'x', counter: 0, name: 'x', createdAt: server.clock.now() }
    const rows = Array.from({ length: mostPasskeys - 1 }, (_, index) => ({
      ...row,
      id: `${reader.id}-${index}`,
    }))
    await server.deps.db.insert(passkeys).values(rows)
    const tabs = [browser.copy(), browser.copy(), browser.copy()]
    const asked = await Promise.all(tabs.map(async tab => optionsOf(await tab.post(`${own}/options`))))
    const answers = await Promise.all(
      tabs.map((tab, index) => {
        const credential = openAuthenticator(testOrigin).create(asked[index] ?? { challenge: '' })
        return tab.post(own, { json: { credential } })
      }),
    )
    expect(answers.map(told).filter(each => each === 201)).toHaveLength(1)
    expect(await list()).toHaveLength(mostPasskeys)
  })
})

describe('R13.01 a challenge', () => {
  test('race: serves once, however many answers come', async () => {
    const { device } = await withPasskey()
    const browser = openBrowser(server.app)
    const credential = device.get(await begin(browser))
    const answers = await Promise.all(Array.from({ length: 20 }, () => reply(browser.copy(), credential)))
    expect(answers.filter(answer => answer.statusCode === 204)).toHaveLength(1)
    expect(told(await reply(browser, credential))).toBe('passkey_failed')
  })

  test('serves ten minutes, this browser, and what it was made for', async () => {
    const { device, browser, begin: beginOwn } = await withPasskey()
    const asked = openBrowser(server.app)
    const credential = device.get(await begin(asked))
    expect(told(await reply(openBrowser(server.app), credential))).toBe('passkey_failed')
    await beginOwn()
    expect(told(await reply(browser, device.get(await beginOwn())))).toBe('passkey_failed')
    server.clock.advance('PT10M')
    expect(told(await reply(asked, credential))).toBe('passkey_failed')
  })

  test('of one session adds nothing to another', async () => {
    const { begin: beginOwn, browser } = await signedIn()
    const thief = await signedIn()
    const credential = openAuthenticator(testOrigin).create(await beginOwn())
    thief.browser.cookies.set('ppw', browser.cookies.get('ppw') ?? { value: '', path: '/' })
    expect(told(await thief.browser.post(thief.own, { json: { credential } }))).toBe('passkey_failed')
  })
})

describe('R13.01 whose account it is', () => {
  test('a blocked one is refused; one that waits for its deletion signs in, and adds none', async () => {
    const { reader, device } = await withPasskey()
    await server.deps.db.transaction(tx => blockReader(tx, server.deps, reader.id))
    expect(told(await signIn(device))).toBe('link_blocked')
    const leaving = await withPasskey({ anonymizationRequestedAt: server.clock.now() })
    expect(told(await signIn(leaving.device))).toBe(204)
    expect(told(await leaving.browser.post(`${leaving.own}/options`))).toBe('user_anonymization_pending')
  })

  test('one that is not confirmed adds none', async () => {
    const { reader, browser, own } = await signedIn()
    await server.deps.db.update(users).set({ confirmedAt: null }).where(eq(users.id, reader.id))
    expect(told(await browser.post(`${own}/options`))).toBe('account_not_confirmed')
  })

  test('nobody sees, names or removes another reader’s', async () => {
    const { device, list } = await withPasskey()
    const { browser, own } = await signedIn()
    expect(told(await browser.patch(`${own}/${device.id}`, { json: { name: 'x' } }))).toBe('not_found')
    expect(told(await browser.delete(`${own}/${device.id}`))).toBe('not_found')
    expect(await list()).toHaveLength(1)
  })

  test('race: the last way to sign in stays, of a passkey and a linked account removed at once', async () => {
    const { reader, browser, own, device } = await withPasskey({ confirmedAt: null, passwordHash: null })
    await server.deps.db
      .insert(externAccounts)
      .values({ userId: reader.id, provider: 'google', subject: device.id, linkedAt: server.clock.now() })
    const answers = await Promise.all([
      browser.delete(`${own}/${device.id}`),
      browser.delete(own.replace('passkeys', 'extern-auth-service/google')),
    ])
    expect(new Set(answers.map(told))).toEqual(new Set([204, 'link_last_sign_in']))
  })
})

test('R13.01 R5.10 a passkey is the proof where the storm shield asks; it serves once, and only the reader’s own', async () => {
  const { reader, browser, own, device } = await withPasskey()
  const at = server.clock.now().subtract({ hours: 48 })
  const { db } = server.deps
  await db.insert(sessions).values({
    id: `usual-${reader.id}`,
    userId: reader.id,
    tokenEpoch: 0,
    startedAt: at,
    lastUsedAt: at,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    remember: false,
  })
  const chrome = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0' }
  const ask = (headers = {}) => browser.post(`${own}/options`, { headers: { ...chrome, ...headers } })
  const challenge = (await ask()).json<Refusal>().challenge
  expect(challenge).toMatchObject({ kind: 'email_code', passkey: true })
  const proof = (by: Device) => {
    const signed = { challenge: Buffer.from(challenge?.id ?? '').toString('base64url'), rpId: 'profil.test' }
    const answer = encodeURIComponent(by.get(signed))
    return { 'x-storm-shield-id': challenge?.id ?? '', 'x-storm-shield-answer': answer }
  }
  expect(told(await ask(proof((await withPasskey()).device)))).toBe('control_code_invalid')
  expect(told(await ask(proof(device)))).toBe(200)
  expect(told(await ask(proof(device)))).toBe('storm_shield')
})
