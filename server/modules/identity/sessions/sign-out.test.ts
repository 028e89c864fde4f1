import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { sessions } from '../tables.ts'

const server = openForFile(createTestApp)

test('signing out removes the cookies and revokes the session, also for copied cookies', async () => {
  const { browser, own, ...reader } = await makeSignedIn(server)
  const elsewhere = openBrowser(server.app)
  await elsewhere.signIn(reader.email)
  const copied = browser.copy()

  const answer = await browser.post('/logout')
  expect(answer.statusCode).toBe(204)
  // That an account signed in here before stays known.
  expect([...browser.cookies.keys()]).toEqual(['ppk'])
  expect((await copied.get(own)).statusCode).toBe(401)
  expect((await copied.post('/refresh-token')).statusCode).toBe(401)
  expect((await elsewhere.get(own)).statusCode).toBe(200)
})

test('signing out works with a token that has expired', async () => {
  const { browser, ...reader } = await makeSignedIn(server)
  const copied = browser.copy()
  server.clock.advance('PT1H')
  expect((await browser.post('/logout')).statusCode).toBe(204)
  expect((await copied.post('/refresh-token')).statusCode).toBe(401)
  const [session] = await server.deps.db.select().from(sessions).where(eq(sessions.userId, reader.id))
  expect(session).toMatchObject({ endedBecause: 'signed_out' })
})

test('signing out is idempotent: twice, or without a session, is no error', async () => {
  const { browser } = await makeSignedIn(server)
  await browser.post('/logout')
  expect((await browser.post('/logout')).statusCode).toBe(204)
})

test('CSRF: another site can’t sign a reader out', async () => {
  const { browser, own } = await makeSignedIn(server)
  expect((await browser.post('/logout', { origin: 'https://evil.example' })).statusCode).toBe(403)
  expect((await browser.get('/logout')).statusCode).toBe(404)
  expect((await browser.get(own)).statusCode).toBe(200)
})
