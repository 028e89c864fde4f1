import { eq } from 'drizzle-orm'
import type { JWTPayload } from 'jose'
import { afterAll, expect, test } from 'vitest'
import type { Activity } from '#contract/activity/activity.ts'
import type { User } from '#contract/identity/identity.ts'
import { subscribeWithGoogle } from '#server/gateways/identity-providers/subscribe-with-google.ts'
import { startTokenServer, unsigned } from '#server/testing/doubles/token-server.ts'
import { emailChanges, newEmail } from '#server/testing/journeys/email-change.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp, testOrigin } from '#server/testing/setup/test-app.ts'
import { openBrowser, type TestBrowser } from '#server/testing/setup/test-browser.ts'
import { users } from '../tables.ts'

const issuer = 'subscribewithgoogle@system.gserviceaccount.com'
const client = { client_id: 'google-swg', client_secret: 'only:for-tests' }
const publicationId = 'dennik.example'

let google: Awaited<ReturnType<typeof startTokenServer>>
const server = openForFile(async () => {
  google = await startTokenServer()
  const swg = subscribeWithGoogle({
    publicationId,
    clientId: client.client_id,
    clientSecret: client.client_secret,
    audience: ['https://dennik.example', testOrigin],
    keys: google.client.keys ?? '',
  })
  return createTestApp({}, undefined, {}, swg)
})
afterAll(() => google.stop())

let made = 0
const newBrowser = () => openBrowser(server.app, `10.4.0.${made++}`)
const outcome = (answer: Awaited<ReturnType<TestBrowser['post']>>) =>
  answer.statusCode === 204 ? 'in' : answer.json<{ errors: [{ key: string }] }>().errors[0].key

async function enter(raw: string, browser = newBrowser()) {
  return outcome(await browser.post('/google/entitlements-login', { json: { raw_entitlements: raw } }))
}

async function signedIn() {
  const reader = await makeReader(server.deps)
  const browser = newBrowser()
  await browser.signIn(reader.email)
  const own = `/rest/api/prv/v1/users/${reader.id}`
  const code = async () => (await browser.get(`${own}/swg-auth-code`)).json<{ auth_code: string }>().auth_code
  return { reader, browser, own, code }
}

/** What Google's server does with a code. */
const exchange = (code: string, fields: object = client, headers = {}) =>
  newBrowser().post('/google/token', {
    origin: null,
    headers,
    form: { grant_type: 'authorization_code', code, ...fields },
  })
const tokenFor = async (code: string) => (await exchange(code)).json<{ access_token: string }>().access_token

const vouchFor = (subscriptionToken: string, claims: JWTPayload = {}) =>
  google.sign({
    iss: issuer,
    aud: 'https://dennik.example',
    entitlements: [
      { source: 'google', products: ['dennik.example:premium'], subscriptionToken: '{"orderId":"x"}' },
      { source: publicationId, products: ['dennik.example:premium'], subscriptionToken },
    ],
    ...claims,
  })

test('R7.09 a code links the account at Google, once; from then on Google can vouch for the reader', async () => {
  const { reader, browser, own, code } = await signedIn()
  expect((await browser.get(own)).json<User>().swg_linked).toBe(false)
  const { auth_code: given, expires_at: until } = (await browser.get(`${own}/swg-auth-code`)).json<{
    auth_code: string
    expires_at: string
  }>()
  expect(Temporal.Instant.from(until).since(server.clock.now()).total('minutes')).toBeCloseTo(10, 0)
  const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(given)))
  expect(answers.filter(answer => answer.statusCode === 200)).toHaveLength(1)
  expect((await browser.get(own)).json<User>().swg_linked).toBe(true)

  // Linked again it is the same account by the same name.
  const header = `Basic ${Buffer.from('google-swg:only:for-tests').toString('base64')}`
  const again = await exchange(await code(), {}, { authorization: header })
  const token = again.json<{ access_token: string; token_type: string }>()
  expect(token.token_type).toBe('Bearer')
  const visitor = newBrowser()
  expect(await enter(await vouchFor(token.access_token), visitor)).toBe('in')
  expect(visitor.cookies.get('ppi')?.value).toBe(String(reader.id))
})

test('R7.09 a code that is forged, changed, expired or from a stranger links nothing', async () => {
  const { browser, own, code } = await signedIn()
  const given = await code()
  const error = async (...of: Parameters<typeof exchange>) => {
    const answer = await exchange(...of)
    return [answer.statusCode, answer.json<{ error: string }>().error]
  }
  const other = given.replace(/^\d+/, id => String(Number(id) + 1))
  for (const wrong of ['', 'made-up', other, `${given}x`, given.slice(1)]) {
    expect(await error(wrong), wrong).toEqual([400, 'invalid_grant'])
  }
  expect(await error(given, { ...client, client_secret: 'wrong' })).toEqual([401, 'invalid_client'])
  expect(await error(given, { ...client, grant_type: 'password' })).toEqual([400, 'unsupported_grant_type'])
  server.clock.advance('PT11M')
  expect(await error(given)).toEqual([400, 'invalid_grant'])
  await browser.post('/refresh-token')
  const [row] = await server.deps.db
    .select({ linked: users.swgLinked })
    .from(users)
    .where(eq(users.id, Number(own.split('/').at(-1))))
  expect(row?.linked).toBe(false)
})

test('R7.12 entitlements sign in once, and only readers whose account was linked at Google', async () => {
  const { code } = await signedIn()
  const token = await tokenFor(await code())
  const raw = await vouchFor(token)
  const answers = await Promise.all(Array.from({ length: 20 }, () => enter(raw)))
  expect(answers.filter(answer => answer === 'in')).toHaveLength(1)

  const stranger = await makeReader(server.deps)
  expect(await enter(await vouchFor(token.replace(/^\d+/, String(stranger.id))))).toBe('link_not_connected')
  expect(await enter(await vouchFor('made-up'))).toBe('link_not_connected')
  expect(await enter(await vouchFor(token, { entitlements: [] }))).toBe('link_not_connected')
  const { reader, code: otherCode } = await signedIn()
  const other = await tokenFor(await otherCode())
  await server.deps.db.update(users).set({ swgLinked: false }).where(eq(users.id, reader.id))
  expect(await enter(await vouchFor(other))).toBe('link_not_connected')
})

test('R7.09 a link is told by mail and in the own log, however often it is made', async () => {
  const { reader, browser, own, code } = await signedIn()
  await tokenFor(await code())
  await tokenFor(await code())
  const log = (await browser.get(`${own}/activity`)).json<{ items: Activity[] }>().items
  const linked = log.filter(({ kind }) => kind === 'extern_account_linked')
  expect(linked.map(({ details }) => details['provider'])).toEqual(['swg', 'swg'])
  await server.mailbox.waitFor(reader.email, ({ subject }) =>
    subject.startsWith('Účet Subscribe with Google je prepojený'),
  )
})

test('R7.09 a code links nothing once its session has ended, or the account is to be deleted', async () => {
  const signedOut = await signedIn()
  const outdated = await signedOut.code()
  await signedOut.browser.post('/logout')
  const signedOutEverywhere = await signedIn()
  const voided = await signedOutEverywhere.code()
  await server.deps.db.update(users).set({ tokenEpoch: 1 }).where(eq(users.id, signedOutEverywhere.reader.id))
  const leaving = await signedIn()
  const late = await leaving.code()
  await server.deps.db
    .update(users)
    .set({ anonymizationRequestedAt: server.clock.now() })
    .where(eq(users.id, leaving.reader.id))
  for (const given of [outdated, voided, late]) {
    expect((await exchange(given)).json(), given).toEqual({ error: 'invalid_grant' })
  }
})

test('R1.10 R7.08 it is unlinked as other accounts are; what Google was given stays dead after a new link', async () => {
  const { reader, browser, own, code } = await signedIn()
  const former = await tokenFor(await code())
  const unlink = () => browser.delete(`${own}/extern-auth-service/swg`)
  expect((await unlink()).statusCode).toBe(204)
  expect((await browser.get(own)).json<User>().swg_linked).toBe(false)
  expect(outcome(await unlink())).toBe('link_not_connected')
  await server.mailbox.waitFor(reader.email, ({ subject }) =>
    subject.startsWith('Účet Subscribe with Google je odpojený'),
  )
  const [last] = (await browser.get(`${own}/activity`)).json<{ items: Activity[] }>().items
  expect(last).toMatchObject({ kind: 'extern_account_unlinked', details: { provider: 'swg' } })
  expect(await enter(await vouchFor(former))).toBe('link_not_connected')

  const next = await tokenFor(await code())
  expect(await enter(await vouchFor(former, { jti: 'again' }))).toBe('link_not_connected')
  expect(await enter(await vouchFor(next))).toBe('in')
})

test('R13.03 taking an e-mail back unlinks it: whoever linked it in between no longer gets in', async () => {
  const acts = emailChanges(server)
  const person = await acts.enter()
  const thief = person.browser.copy()
  const given = (await thief.get(`${person.own}/swg-auth-code`)).json<{ auth_code: string }>().auth_code
  const stolen = await tokenFor(given)
  const takeBack = await acts.change(person, newEmail())
  expect(await enter(await vouchFor(stolen))).toBe('in')

  const owner = newBrowser()
  expect((await acts.takeBack(takeBack, owner)).statusCode).toBe(204)
  expect((await owner.get(person.own)).json<User>().swg_linked).toBe(false)
  expect(await enter(await vouchFor(stolen, { jti: 'again' }))).toBe('link_not_connected')
})

test('R7.12 entitlements that Google did not sign for our sites are refused', async () => {
  const { code } = await signedIn()
  const token = await tokenFor(await code())
  const good = await vouchFor(token)
  for (const raw of [
    await vouchFor(token, { aud: 'https://another.example' }),
    await vouchFor(token, { iss: 'https://accounts.google.com' }),
    await vouchFor(token, { exp: google.nowS() - 3600 }),
    await vouchFor(token, { entitlements: 'all' }),
    unsigned(good),
    'nonsense',
  ]) {
    expect(await enter(raw), raw).toBe('sign_in_failed')
  }
})

test('R7.09 R7.11 R7.12 without their configuration these routes do not exist', async () => {
  const bare = await createTestApp()
  try {
    const browser = openBrowser(bare.app)
    const reader = await makeReader(bare.deps)
    await browser.signIn(reader.email)
    const answers = await Promise.all([
      browser.post('/google/check-id-token', { form: { credential: 'x' } }),
      browser.post('/google/entitlements-login', { json: { raw_entitlements: 'x' } }),
      browser.post('/google/token', { form: { code: 'x' } }),
      browser.get(`/rest/api/prv/v1/users/${reader.id}/swg-auth-code`),
    ])
    expect(answers.map(answer => answer.statusCode)).toEqual([404, 404, 404, 404])
  } finally {
    await bare.close()
  }
})
