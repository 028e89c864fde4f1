import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { RuntimeConfig } from '#contract/config/runtime-config.ts'
import { isClosedIn, ServiceMode } from '#contract/config/service-mode.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as contract from '#server/site/api-description/contract-files.ts'
import { openOperator, operate } from '#server/testing/make/operator.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser, type TestBrowser } from '#server/testing/setup/test-browser.ts'
import { watchServiceMode } from './index.ts'
import { serviceMode } from './tables.ts'

const server = openForFile(createTestApp)
let browser: TestBrowser
let own: string
let email: string
beforeAll(async () => {
  const reader = await makeReader(server.deps)
  own = `/rest/api/prv/v1/users/${reader.id}`
  email = reader.email
})
beforeEach(async () => {
  await server.deps.db.delete(serviceMode)
  server.clock.advance('PT2S')
  browser = openBrowser(server.app)
  await browser.signIn(email)
})

/** Sets a mode, and goes on to when every server knows. */
async function set(name: string, until?: string) {
  await operate(server, 'mode set', { name, note: 'Presun databázy', ...(until && { until }) })
  server.clock.advance('PT2S')
}
const refusalOf = async (
  answer: Promise<{ statusCode: number; json: () => { errors: { key: string }[] } }>,
) => {
  const { statusCode, json } = await answer
  return statusCode < 400 ? 'answered' : json().errors[0]?.key
}
const told = async () => (await browser.get('/config.json')).json<RuntimeConfig>().service_mode
const change = (language = 'sk') =>
  browser.patch(own, { json: { locale_code: 'en' }, headers: { 'accept-language': language } })
const question = {
  topic: 'other',
  name: '',
  email: 'jana@dennik.example',
  message: '?',
  details: '',
  lang: 'sk',
}
async function standing() {
  const answers = [
    await openBrowser(server.app).signIn(email),
    await browser.post('/refresh-token'),
    await browser.get(own),
    await browser.get('/rest/api/prv/v1/faq?lang=sk'),
    await browser.post('/rest/api/prv/v1/faq-uses', {
      json: { lang: 'sk', uses: [{ kind: 'helped', about: 'x' }] },
    }),
    await browser.post('/rest/api/prv/v1/help-requests', { json: question }),
    await browser.post('/logout'),
  ]
  return answers.map(({ statusCode }) => statusCode)
}
const allStand = [204, 204, 200, 200, 204, 201, 204]

test('R13.19 what stays is said by the endpoints, in both modes', () => {
  const calls = Object.entries(contract).flatMap(([name, each]) =>
    typeof each === 'object' && 'method' in each && 'path' in each ? [[name, each as Endpoint] as const] : [],
  )
  const writes = calls.filter(([, { method }]) => method !== 'GET')
  const open = (of: typeof calls, mode: ServiceMode) =>
    of.flatMap(([name, endpoint]) => (isClosedIn(mode, endpoint) ? [] : [name])).toSorted()
  const inMaintenance = [
    'beginPasskeySignIn checkGoogleIdToken checkUsername countFaqUse evaluateFeatures exchangeSwgAuthCode',
    'receiveWebhook recordExperimentResult refreshToken requestSignInLink returnFromProviderByForm signIn',
    'signInByCode signInByEntitlements signInByLink signInWithPasskey signOut unsubscribe useDevice writeToHelpDesk',
  ].flatMap(line => line.split(' '))
  expect(open(writes, 'maintenance')).toEqual(inMaintenance)
  const inReadOnly = [
    'endOtherSessions',
    'endSession',
    'withdraw',
    'withdrawByNumber',
    'withdrawAnonymization',
  ]
  expect(open(writes, 'read_only')).toEqual([...inMaintenance, ...inReadOnly].toSorted())
  const readersReads = calls.filter(([, { method, access }]) => method === 'GET' && access === 'reader')
  expect(open(readersReads, 'maintenance')).toEqual(['readUser'])
  expect(open(readersReads, 'read_only')).toHaveLength(readersReads.length)
})

test('R13.19 read-only refuses what would write, in the reader’s language, and nothing else', async () => {
  const until = server.clock.now().add({ hours: 1 }).toString()
  await set('read_only', until)
  expect(await told()).toEqual({ name: 'read_only', until })
  const refused = await change()
  expect([refused.statusCode, refused.json()]).toEqual([
    503,
    { errors: [{ key: 'read_only_mode', message: expect.stringContaining('zmeny teraz neukladáme') }] },
  ])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500)
  expect((await change('en')).json()).toMatchObject({
    errors: [{ message: expect.stringContaining('changes are not saved') }],
  })
  expect(await refusalOf(browser.get(`${own}/subscriptions`))).toBe('answered')
  expect(await refusalOf(browser.post('/withdrawals', { json: {} }))).toBe('required')
  expect(await standing()).toEqual(allStand)
})

test('R13.19 maintenance closes what is read of a reader too, and sign-in, questions and help stay', async () => {
  await set('maintenance')
  expect(await told()).toEqual({ name: 'maintenance', until: null })
  const refused = await browser.get(`${own}/subscriptions`)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '600'])
  expect(await refusalOf(browser.get(`${own}/subscriptions`))).toBe('maintenance_mode')
  expect(await refusalOf(browser.post('/withdrawals', { json: {} }))).toBe('maintenance_mode')
  expect(await standing()).toEqual(allStand)
})

test.each(ServiceMode.options)('R13.19 the gateway’s messages are taken in the mode %s', async name => {
  const send = async () =>
    (
      await browser.post('/webhooks/payments/demo', {
        json: {},
        origin: null,
        headers: { 'x-signature': 'x' },
      })
    ).statusCode
  const before = await send()
  await set(name)
  expect(await send()).toBe(before)
  expect(before).not.toBe(503)
})

test('R13.19 staff end it at any time, by the API too, and it ends by itself when they said so', async () => {
  const desk = await openOperator(server, ['mode:read', 'mode:write'])
  await set('maintenance')
  expect((await desk.call('mode show')).json()).toMatchObject({ mode: { name: 'maintenance', until: null } })
  expect((await desk.call('mode end', { note: 'Hotovo' })).statusCode).toBe(200)
  server.clock.advance('PT2S')
  expect(await refusalOf(change())).toBe('answered')
  await set('read_only', server.clock.now().add({ minutes: 5 }).toString())
  expect(await refusalOf(change())).toBe('read_only_mode')
  server.clock.advance('PT5M')
  expect([await refusalOf(change()), await told()]).toEqual(['answered', undefined])
  for (const until of ['2020-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999Z']) {
    const mistyped = await desk.call('mode set', { name: 'read_only', note: 'Omyl', until })
    expect([mistyped.statusCode, mistyped.json()]).toMatchObject([422, { errors: [{ field: 'until' }] }])
  }
})

test('R13.19 of twenty that set a mode at once one holds, and another server follows', async () => {
  const another = await server.startAnother()
  const names = Array.from({ length: 20 }, (_, index) => ServiceMode.options[index % 2] ?? 'read_only')
  await Promise.all(names.map(name => operate(server, 'mode set', { name, note: 'Naraz' })))
  const rows = await server.deps.db.select().from(serviceMode)
  expect(rows).toHaveLength(1)
  server.clock.advance('PT2S')
  const config = (await (await fetch(`${another.address}/config.json`)).json()) as RuntimeConfig
  expect(config.service_mode?.name).toBe(rows[0]?.name)
  await another.close()
})

test('R13.19 it costs a query every two seconds, however many ask, and refusals are counted as such', async () => {
  await set('read_only')
  const { db, clock, log } = server.deps
  const select = vi.spyOn(db, 'select')
  const current = watchServiceMode({ db, clock: { now: () => fixed }, log })
  let fixed = clock.now()
  await Promise.all(Array.from({ length: 50 }, current))
  expect([select.mock.calls.length, (await current())?.name]).toEqual([1, 'read_only'])
  fixed = fixed.add({ seconds: 2 })
  await Promise.all(Array.from({ length: 50 }, current))
  expect(select).toHaveBeenCalledTimes(2)
  select.mockRestore()
  await change()
  const metrics = (await server.app.inject('/metrics')).body
  expect(metrics).toMatch(/method="PATCH",route="[^"]+",status="closed"/)
  expect(metrics).toContain('profil_service_mode{mode="read_only"} 1')
})

test('R13.19 what is closed is told to a page on another host too', async () => {
  const origin = server.deps.settings.origins.account
  await set('maintenance')
  const headers = { host: new URL(origin).host, origin }
  const closed = await server.app.inject({ method: 'PATCH', url: own, headers })
  expect(closed.statusCode).toBe(503)
  expect(closed.headers['access-control-allow-origin']).toBe(origin)
})

test('R13.19 with the database gone the last known mode holds', async () => {
  await set('maintenance')
  expect(await refusalOf(change())).toBe('maintenance_mode')
  await server.stopDatabase()
  server.clock.advance('PT10S')
  expect(await refusalOf(change())).toBe('maintenance_mode')
  expect((await told())?.name).toBe('maintenance')
})
