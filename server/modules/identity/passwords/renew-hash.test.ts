import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { users } from '../tables.ts'
import { findDecoyHash } from './decoy-hash.ts'
import { isOurs } from './hash-password.ts'

const password = 'test12345'
const phpass = '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'
const newPassword = 'Nove-Heslo-5678'

const server = openForFile(createTestApp)

const makeFormer = () => makeReader(server.deps, { passwordHash: phpass })
const kept = async (id: number) => {
  const [user] = await server.deps.db.select().from(users).where(eq(users.id, id))
  return user?.passwordHash ?? ''
}

test('the first right sign-in rehashes the password of a former system, a wrong one changes nothing', async () => {
  const reader = await makeFormer()
  expect((await openBrowser(server.app).signIn(reader.email, 'test12346')).statusCode).toBe(422)
  expect(await kept(reader.id)).toBe(phpass)

  const first = openBrowser(server.app)
  expect((await first.signIn(reader.email, password)).statusCode).toBe(204)
  const renewed = await kept(reader.id)
  expect(isOurs(renewed)).toBe(true)

  expect((await openBrowser(server.app).signIn(reader.email, password)).statusCode).toBe(204)
  expect(await kept(reader.id)).toBe(renewed)
  // The password is the same, so its sessions live on.
  expect((await first.get(`/rest/api/prv/v1/users/${reader.id}`)).statusCode).toBe(200)
})

test('race: twenty sign-ins at once all succeed, and a concurrent change of the password is not undone', async () => {
  const reader = await makeFormer()
  const browser = openBrowser(server.app)
  expect((await browser.signIn(reader.email, password)).statusCode).toBe(204)
  await server.deps.db.update(users).set({ passwordHash: phpass }).where(eq(users.id, reader.id))

  const signIns = Array.from({ length: 20 }, () => openBrowser(server.app).signIn(reader.email, password))
  const [change, ...answers] = await Promise.all([
    browser.patch(`/rest/api/prv/v1/users/${reader.id}`, {
      json: { current_password: password, plain_password: newPassword },
    }),
    ...signIns,
  ])
  expect(change.statusCode).toBe(204)
  // Sign-ins after the change had a wrong password.
  expect(new Set(answers.map(answer => answer.statusCode)).difference(new Set([204, 422, 429]))).toEqual(
    new Set(),
  )
  expect(isOurs(await kept(reader.id))).toBe(true)
  const elsewhere = openBrowser(server.app, '10.9.0.1')
  expect((await elsewhere.signIn(reader.email, newPassword)).statusCode).toBe(204)
})

test('timing attack: an unknown address takes the time of some reader, always of the same one', async () => {
  await Promise.all(Array.from({ length: 20 }, makeFormer))
  await Promise.all(Array.from({ length: 20 }, () => makeReader(server.deps)))
  const emails = Array.from({ length: 100 }, (_, index) => `nikto-${index}@noviny.sk`)
  const decoys = await Promise.all(emails.map(email => findDecoyHash(server.deps, email)))
  const former = decoys.filter(hash => hash === phpass).length
  expect(former).toBeGreaterThan(15)
  expect(former).toBeLessThan(85)
  expect(await Promise.all(emails.map(email => findDecoyHash(server.deps, email)))).toEqual(decoys)
})
