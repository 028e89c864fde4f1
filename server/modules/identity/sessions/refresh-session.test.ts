import { and, eq, isNull, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { parseSessionToken } from '#contract/identity/session-token.ts'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser, type TestBrowser } from '#server/testing/setup/test-browser.ts'
import { refreshTokens, sessions, users } from '../tables.ts'

const server = openForFile(createTestApp)

async function signInSomebody() {
  const { browser, ...reader } = await makeSignedIn(server)
  const canRead = async (who: TestBrowser) =>
    (await who.get(`/rest/api/prv/v1/users/${reader.id}`)).statusCode === 200
  return { reader, browser, canRead }
}

const refresh = async (browser: TestBrowser) => (await browser.post('/refresh-token')).statusCode
const refreshCookie = (browser: TestBrowser) => browser.cookies.get('ppr')?.value
const payloadIn = (browser: TestBrowser) => parseSessionToken(browser.cookies.get('ppp')?.value ?? '')
const tokensOf = (browser: TestBrowser) =>
  server.deps.db
    .select()
    .from(refreshTokens)
    .where(eq(refreshTokens.sessionId, sessionIn(browser) ?? ''))
const sessionIn = (browser: TestBrowser) => payloadIn(browser)?.sid
const issuedAt = (browser: TestBrowser) => payloadIn(browser)?.iat ?? Number.NaN

test('R7.10 a refresh has no body, rotates the refresh token and signs a new token of the same session', async () => {
  const { browser, canRead } = await signInSomebody()
  const before = browser.copy()
  const answer = await browser.post('/refresh-token')
  expect(answer.statusCode).toBe(204)
  expect(answer.body).toBe('')
  expect(refreshCookie(browser)).not.toBe(refreshCookie(before))
  expect(browser.cookies.get('ppp')).not.toEqual(before.cookies.get('ppp'))
  expect(sessionIn(browser)).toBe(sessionIn(before))
  expect(await canRead(browser)).toBe(true)
})

test('race: twenty refreshes at once with one cookie end with one valid session', async () => {
  const { reader, browser, canRead } = await signInSomebody()
  const tabs = Array.from({ length: 20 }, () => browser.copy())
  expect(await Promise.all(tabs.map(refresh))).toEqual(tabs.map(() => 204))
  expect(new Set(tabs.map(refreshCookie)).size).toBe(1)
  expect(new Set(tabs.map(sessionIn)).size).toBe(1)
  for (const tab of tabs) expect(await canRead(tab)).toBe(true)

  const living = await server.deps.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, reader.id), isNull(sessions.endedAt)))
  expect(living).toHaveLength(1)
  const unused = await server.deps.db
    .select()
    .from(refreshTokens)
    .where(and(eq(refreshTokens.sessionId, living[0]?.id ?? ''), isNull(refreshTokens.usedAt)))
  expect(unused).toHaveLength(1)
})

test('R4.01 race: who signs out during a renewal stays signed out', async () => {
  const { browser, canRead } = await signInSomebody()
  const otherTab = browser.copy()
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // The rights for the new token cannot be read until then.
  const slow = server.deps.db.transaction(async tx => {
    await tx.execute(sql`lock table subscriptions in access exclusive mode`)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const renewal = browser.post('/refresh-token')
  await expect.poll(async () => (await tokensOf(browser)).length).toBe(2)
  expect((await otherTab.post('/logout')).statusCode).toBe(204)
  released.resolve()
  await slow
  expect((await renewal).statusCode).toBe(401)
  expect(['ppi', 'ppp', 'pps', 'ppr'].filter(name => browser.cookies.has(name))).toEqual([])
  expect(await canRead(browser)).toBe(false)
})

test('the second of two tabs gets the same successor for ten seconds', async () => {
  const { browser, canRead } = await signInSomebody()
  const otherTab = browser.copy()
  expect(await refresh(browser)).toBe(204)
  server.clock.advance('PT9S')
  expect(await refresh(otherTab)).toBe(204)
  expect(refreshCookie(otherTab)).toBe(refreshCookie(browser))
  expect(await refresh(browser)).toBe(204)
  expect(await canRead(browser)).toBe(true)
})

test('reuse: a used token that comes later revokes the family, and signs its bearer out', async () => {
  const { reader, browser, canRead } = await signInSomebody()
  const thief = browser.copy()
  server.clock.advance('PT10M')
  expect(await refresh(browser)).toBe(204)
  expect(await canRead(browser)).toBe(true)
  server.clock.advance('PT11S')

  const answer = await thief.post('/refresh-token')
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toMatchObject({ errors: [{ key: 'not_logged_in' }] })
  expect([...thief.cookies.keys()]).toEqual(['ppk'])

  expect(await canRead(browser)).toBe(false)
  expect(await refresh(browser)).toBe(401)
  const [session] = await server.deps.db.select().from(sessions).where(eq(sessions.userId, reader.id))
  expect(session).toMatchObject({ endedBecause: 'token_reused' })
})

test('R7.10 a browser that never got the answer of a refresh is let in by its former token, days later', async () => {
  const { browser, canRead } = await signInSomebody()
  expect(await canRead(browser)).toBe(true)
  server.clock.advance('PT10M')
  const answered = browser.copy()
  expect(await refresh(answered)).toBe(204)
  server.clock.advance('P29D')
  expect(await refresh(browser)).toBe(204)
  expect(refreshCookie(browser)).toBe(refreshCookie(answered))
  expect(await canRead(browser)).toBe(true)
  server.clock.advance('PT10M')
  expect(await refresh(browser)).toBe(204)
  expect(await canRead(browser)).toBe(true)
})

test('R7.10 an answer lost while the former token is still good, and used, is given again', async () => {
  const { browser, canRead } = await signInSomebody()
  server.clock.advance('PT5M')
  expect(await refresh(browser.copy())).toBe(204)
  expect(await canRead(browser)).toBe(true)
  server.clock.advance('PT10M')
  expect(await canRead(browser)).toBe(false)
  expect(await refresh(browser)).toBe(204)
  expect(await canRead(browser)).toBe(true)
})

test('a lost answer whose token nobody used for 30 days has expired, and counts as no theft', async () => {
  const { reader, browser } = await signInSomebody()
  server.clock.advance('PT10M')
  expect(await refresh(browser.copy())).toBe(204)
  server.clock.advance('PT720H1M')
  expect(await refresh(browser)).toBe(401)
  const [session] = await server.deps.db.select().from(sessions).where(eq(sessions.userId, reader.id))
  expect(session).toMatchObject({ endedBecause: null })
})

test.each(['the reader', 'the thief'])(
  'reuse: of two that hold the same token by a lost answer, %s goes on first and the other ends the family',
  async first => {
    const { browser, canRead } = await signInSomebody()
    server.clock.advance('PT10M')
    const thief = browser.copy()
    expect(await refresh(thief)).toBe(204)
    server.clock.advance('PT1H')
    expect(await refresh(browser)).toBe(204)
    server.clock.advance('PT10M')
    const [early, late] = first === 'the reader' ? [browser, thief] : [thief, browser]
    expect(await refresh(early)).toBe(204)
    expect(await canRead(early)).toBe(true)
    server.clock.advance('PT11S')
    expect(await refresh(late)).toBe(401)
    expect(await canRead(early)).toBe(false)
  },
)

test('race: twenty former tokens at once, long after a lost answer, and twenty calls with what they got', async () => {
  const { reader, browser, canRead } = await signInSomebody()
  server.clock.advance('PT10M')
  expect(await refresh(browser.copy())).toBe(204)
  server.clock.advance('PT1H')
  const tabs = Array.from({ length: 20 }, () => browser.copy())
  expect(await Promise.all(tabs.map(refresh))).toEqual(tabs.map(() => 204))
  expect(new Set(tabs.map(refreshCookie)).size).toBe(1)
  expect(await Promise.all(tabs.map(canRead))).toEqual(tabs.map(() => true))
  const [session] = await server.deps.db.select().from(sessions).where(eq(sessions.userId, reader.id))
  // The second may turn between the twenty answers: the latest token is the one that counts.
  expect(session?.tokenSeenAt?.epochMilliseconds).toBe(Math.max(...tabs.map(issuedAt)) * 1000)
  expect(await refresh(browser)).toBe(401)
})

test('reuse: a token older than the predecessor revokes the family even within the ten seconds', async () => {
  const { browser, canRead } = await signInSomebody()
  const old = browser.copy()
  expect(await refresh(browser)).toBe(204)
  expect(await refresh(browser)).toBe(204)
  expect(await refresh(old)).toBe(401)
  expect(await canRead(browser)).toBe(false)
  expect(await refresh(browser)).toBe(401)
})

test('another sign-in of the same reader survives a revoked family', async () => {
  const { reader, browser, canRead } = await signInSomebody()
  const phone = openBrowser(server.app)
  await phone.signIn(reader.email)
  const old = browser.copy()
  await refresh(browser)
  await refresh(browser)
  await refresh(old)
  expect(await canRead(browser)).toBe(false)
  expect(await canRead(phone)).toBe(true)
})

test('a refresh token expires when unused for 30 days', async () => {
  const { browser } = await signInSomebody()
  server.clock.advance('P29D')
  expect(await refresh(browser)).toBe(204)
  server.clock.advance('PT720H1M')
  expect(await refresh(browser)).toBe(401)
})

test('a session begun under a former password is not renewed', async () => {
  const { reader, browser } = await signInSomebody()
  await server.deps.db.update(users).set({ tokenEpoch: 1 }).where(eq(users.id, reader.id))
  expect(await refresh(browser)).toBe(401)
})

test.each(['x', '', '%00', 'a.b.c', 'null', 'A'.repeat(43), 'A'.repeat(4000), "' or 1=1 --"])(
  'R8.03 the refresh token %j → signed out',
  async token => {
    const { browser } = await signInSomebody()
    browser.cookies.set('ppr', { value: token, path: '/refresh-token' })
    const answer = await browser.post('/refresh-token')
    expect(answer.statusCode).toBe(401)
    expect([...browser.cookies.keys()]).toEqual(['ppk'])
  },
)

test('the database stores only hashes of refresh tokens', async () => {
  const { browser } = await signInSomebody()
  await refresh(browser)
  const kept = JSON.stringify(await server.deps.db.select().from(refreshTokens))
  expect(kept).not.toContain(refreshCookie(browser))
})

test('expired refresh tokens are deleted at the next sign-in', async () => {
  const { reader, browser } = await signInSomebody()
  await refresh(browser)
  server.clock.advance('P31D')
  await browser.signIn(reader.email)
  const kept = await server.deps.db
    .select({ hash: refreshTokens.hash })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .where(eq(sessions.userId, reader.id))
  expect(kept).toHaveLength(1)
})

test('R17.03 a refresh that the database does not answer leaves its reader signed in', async () => {
  const { browser, canRead } = await signInSomebody()
  vi.spyOn(server.deps.db, 'transaction').mockRejectedValueOnce(new Error('Connection terminated'))
  expect(await refresh(browser)).toBe(503)
  expect(await refresh(browser)).toBe(204)
  expect(await canRead(browser)).toBe(true)
})
