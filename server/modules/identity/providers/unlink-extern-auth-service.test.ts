import { eq } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import type { Activity } from '#contract/activity/activity.ts'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { externAccounts, users } from '../tables.ts'

const server = openForFile(createTestApp)

type Provider = (typeof externAccounts.$inferSelect)['provider']

/** A signed-in reader with linked accounts; without a password from the moment of signing in, when so wanted. */
async function readerLinkedTo(providers: Provider[], { password }: { password: boolean }) {
  const { db, clock } = server.deps
  const { browser, ...reader } = await makeSignedIn(server)
  for (const provider of providers) {
    const linkedAt = clock.now()
    await db.insert(externAccounts).values({ userId: reader.id, provider, subject: `${reader.id}`, linkedAt })
  }
  if (!password)
    await db.update(users).set({ passwordHash: null, confirmedAt: null }).where(eq(users.id, reader.id))
  const own = `/rest/api/prv/v1/users/${reader.id}`
  const left = async () =>
    (await db.select().from(externAccounts).where(eq(externAccounts.userId, reader.id))).map(
      account => account.provider,
    )
  return {
    reader,
    browser,
    own,
    left,
    unlink: (name: string) => browser.delete(`${own}/extern-auth-service/${name}`),
  }
}

const keyOf = (answer: LightMyRequestResponse) => answer.json<{ errors: [{ key: string }] }>().errors[0].key

test('R1.10 R7.08 an account of another provider is unlinked, and it is in the own log', async () => {
  const { browser, own, left, unlink } = await readerLinkedTo(['google', 'facebook'], { password: true })
  expect((await unlink('google')).statusCode).toBe(204)
  expect(await left()).toEqual(['facebook'])
  expect((await unlink('facebook')).statusCode).toBe(204)
  const log = (await browser.get(`${own}/activity`)).json<{ items: Activity[] }>().items
  expect(log.slice(0, 2).map(item => [item.kind, item.details['provider']])).toEqual([
    ['extern_account_unlinked', 'facebook'],
    ['extern_account_unlinked', 'google'],
  ])
})

test('R8.11 one that is not linked cannot be unlinked', async () => {
  const { left, unlink } = await readerLinkedTo(['google'], { password: true })
  for (const name of ['apple', 'myspace', 'GOOGLE', "x' or '1'='1", '%00']) {
    const answer = await unlink(encodeURIComponent(name))
    expect([answer.statusCode, keyOf(answer)], name).toEqual([422, 'link_not_connected'])
  }
  expect(await left()).toEqual(['google'])
})

test('R13.01 a confirmed e-mail is a way to sign in, by a link in a mail', async () => {
  const { reader, left, unlink } = await readerLinkedTo(['google'], { password: false })
  await server.deps.db.update(users).set({ confirmedAt: server.clock.now() }).where(eq(users.id, reader.id))
  expect((await unlink('google')).statusCode).toBe(204)
  expect(await left()).toEqual([])
})

test('the last way to sign in is never unlinked', async () => {
  const { left, unlink } = await readerLinkedTo(['google'], { password: false })
  expect(keyOf(await unlink('google'))).toBe('link_last_sign_in')
  expect(await left()).toEqual(['google'])
})

test('race: of two unlinked at once by a reader without a password one stays', async () => {
  const { left, unlink } = await readerLinkedTo(['google', 'apple'], { password: false })
  const answers = await Promise.all(['google', 'apple', 'google', 'apple'].map(unlink))
  expect(answers.filter(answer => answer.statusCode === 204)).toHaveLength(1)
  expect(await left()).toHaveLength(1)
})

test('R6.01 nobody unlinks the account of another reader', async () => {
  const owner = await readerLinkedTo(['google'], { password: true })
  const other = await readerLinkedTo(['google'], { password: true })
  expect((await other.browser.delete(`${owner.own}/extern-auth-service/google`)).statusCode).toBe(403)
  expect(await owner.left()).toEqual(['google'])
})
