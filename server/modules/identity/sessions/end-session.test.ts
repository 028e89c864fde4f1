import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Activity } from '#contract/activity/activity.ts'
import type { Session } from '#contract/identity/sessions.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser, testPassword } from '#server/testing/setup/test-browser.ts'
import { sessions } from '../tables.ts'

const server = openForFile(createTestApp)

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1'

async function signInBrowser(email: string, userAgent: string) {
  const browser = openBrowser(server.app)
  await browser.post('/login', {
    json: { email, password: testPassword },
    headers: { 'user-agent': userAgent },
  })
  return browser
}

async function readerWithTwoBrowsers() {
  const reader = await makeReader(server.deps)
  const phone = await signInBrowser(reader.email, safari)
  const desk = await signInBrowser(reader.email, firefox)
  const own = `/rest/api/prv/v1/users/${reader.id}`
  const list = async () => (await desk.get(`${own}/sessions`)).json<{ items: Session[] }>().items
  return { reader, phone, desk, own, list }
}

test('the reader sees each browser that is signed in, this one first', async () => {
  const { list } = await readerWithTwoBrowsers()
  expect(await list()).toEqual([
    {
      id: expect.stringMatching(/^[\w-]{22}$/),
      browser: 'Firefox',
      system: 'Linux',
      started_at: expect.any(String),
      last_activity: expect.any(String),
      current: true,
    },
    expect.objectContaining({ browser: 'Safari', system: 'iPhone', current: false }),
  ])
})

test('R4.15 one browser is signed out: its next call and its next refresh fail, this one stays', async () => {
  const { phone, desk, own, list } = await readerWithTwoBrowsers()
  const [, other] = await list()
  expect((await desk.delete(`${own}/sessions/${other?.id}`)).statusCode).toBe(204)
  expect((await phone.get(own)).statusCode).toBe(401)
  expect((await phone.post('/refresh-token')).statusCode).toBe(401)
  expect((await list()).map(session => session.current)).toEqual([true])
  expect((await desk.delete(`${own}/sessions/${other?.id}`)).statusCode).toBe(404)
})

test('all others are signed out at once, and the own log tells both ways', async () => {
  const { reader, phone, desk, own, list } = await readerWithTwoBrowsers()
  const third = await signInBrowser(reader.email, safari)
  const last = (await list()).at(-1)
  await desk.delete(`${own}/sessions/${last?.id}`)
  expect((await desk.delete(`${own}/sessions`)).statusCode).toBe(204)
  expect((await desk.delete(`${own}/sessions`)).statusCode).toBe(204)
  for (const browser of [phone, third]) expect((await browser.get(own)).statusCode).toBe(401)
  expect(await list()).toHaveLength(1)

  const log = (await desk.get(`${own}/activity`)).json<{ items: Activity[] }>().items
  expect(log.map(item => [item.kind, item.details])).toEqual([
    ['other_sessions_ended', {}],
    ['session_ended', { browser: 'Safari', system: 'iPhone' }],
    ['signed_in', { browser: 'Safari', system: 'iPhone' }],
    ['signed_in', { browser: 'Firefox', system: 'Linux' }],
    ['signed_in', { browser: 'Safari', system: 'iPhone' }],
  ])
})

test('R6.01 nobody ends the session of another reader', async () => {
  const { desk, own, list } = await readerWithTwoBrowsers()
  const stranger = await makeReader(server.deps)
  const browser = await signInBrowser(stranger.email, firefox)
  const strangers = `/rest/api/prv/v1/users/${stranger.id}`
  const [session] = await list()
  expect((await browser.delete(`${own}/sessions/${session?.id}`)).statusCode).toBe(403)
  expect((await browser.delete(`${strangers}/sessions/${session?.id}`)).statusCode).toBe(404)
  expect((await browser.delete(`${strangers}/sessions/x' or '1'='1`)).statusCode).toBe(404)
  expect((await desk.get(own)).statusCode).toBe(200)
})

test('R4.15 a sign-out that a server with a clock ahead has dated counts at once, and not for the next sign-in', async () => {
  const { reader, phone, own } = await readerWithTwoBrowsers()
  const endedAt = server.clock.now().add({ hours: 1 })
  await server.deps.db
    .update(sessions)
    .set({ endedAt, endedBecause: 'signed_out' })
    .where(eq(sessions.userId, reader.id))
  expect((await phone.get(own)).statusCode).toBe(401)
  expect((await phone.post('/refresh-token')).statusCode).toBe(401)
  await phone.signIn(reader.email)
  expect((await phone.get(own)).statusCode).toBe(200)
})

test('an expired session is not among them', async () => {
  const { reader, own } = await readerWithTwoBrowsers()
  server.clock.advance('P31D')
  const browser = await signInBrowser(reader.email, firefox)
  const { items } = (await browser.get(`${own}/sessions`)).json<{ items: Session[] }>()
  expect(items).toHaveLength(1)
})

test('a reader who ends the own session is signed out', async () => {
  const { desk, own, list } = await readerWithTwoBrowsers()
  const [current] = await list()
  expect((await desk.delete(`${own}/sessions/${current?.id}`)).statusCode).toBe(204)
  expect(desk.cookies.has('ppp')).toBe(false)
})

test('the own log is paginated, newest first', async () => {
  const { reader, desk, own } = await readerWithTwoBrowsers()
  for (const locale_code of ['en', 'sk', 'en', 'en']) await desk.patch(own, { json: { locale_code } })
  await makeReader(server.deps)
  const kinds: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`
    const page = (await desk.get(`${own}/activity?limit=2${query}`)).json<{
      items: Activity[]
      next_cursor: string | null
    }>()
    expect(page.items.length).toBeLessThanOrEqual(2)
    kinds.push(...page.items.map(item => `${item.kind} ${item.details['locale'] ?? ''}`.trim()))
    cursor = page.next_cursor
  }
  // The last sign-out was a no-op.
  expect(kinds).toEqual([
    'locale_changed en',
    'locale_changed sk',
    'locale_changed en',
    'signed_in',
    'signed_in',
  ])
  const foreign = await desk.get(`/rest/api/prv/v1/users/${reader.id + 1}/activity`)
  expect(foreign.statusCode).toBe(403)
})
