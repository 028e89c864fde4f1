import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ForumProfile } from '#contract/forum/forum.ts'
import { activityLog } from '#server/modules/activity/tables.ts'
import { ebookDownloads } from '#server/modules/devices/tables.ts'
import { decideChange } from '#server/modules/forum/index.ts'
import { sessions } from '#server/modules/identity/tables.ts'
import { outboxMessages } from '#server/modules/outbox/tables.ts'
import { openOperator } from '#server/testing/make/operator.ts'
import { makePeriod, makeProduct } from '#server/testing/make/purchase.ts'
import { refuseMails } from '#server/testing/make/refused-mails.ts'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { holdLocks } from '#server/testing/setup/hold-locks.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { eraseReader } from './erase-reader.ts'

const client = { id: 'google-swg', secret: 'only-for-tests' }
/** Vouches for the token that it is given. */
const swg = { client, readOwnTokens: async (raw: string) => [raw] }
const server = openForFile(() => createTestApp({}, undefined, {}, swg))

async function enter() {
  const { browser, own, ...reader } = await makeSignedIn(server)
  const ask = async (nickname: string) =>
    (await browser.post(`${own}/forum-profile/nickname-changes`, { json: { nickname } })).statusCode
  const approve = async () => {
    const { nickname_change: change } = (await browser.get(`${own}/forum-profile`)).json<ForumProfile>()
    await decideChange(server.deps, change?.id ?? 0, { decision: 'approved' })
  }
  const erase = () =>
    server.deps.db.transaction(tx => eraseReader(tx, { ...reader, isProven: true }, server.clock.now()))
  return { ...reader, browser, own, ask, approve, erase }
}
type Reader = Awaited<ReturnType<typeof enter>>

test('R8.07 a nickname that an erased reader had only asked for is free, one that was in use is not', async () => {
  const gone = await enter()
  expect(await gone.ask('v_diskusii')).toBe(202)
  await gone.approve()
  expect(await gone.ask('len_zelany')).toBe(202)
  const other = await enter()
  expect([await other.ask('v_diskusii'), await other.ask('len_zelany')]).toEqual([422, 422])
  await gone.erase()
  expect([await other.ask('v_diskusii'), await other.ask('len_zelany')]).toEqual([422, 202])
})

test('R8.07 R7.12 race: a sign-in by entitlements that the erasure overtakes leaves nothing of its reader', async () => {
  const { deps, clock, app } = server
  const { browser, own, ...reader } = await enter()
  const { auth_code: code } = (await browser.get(`${own}/swg-auth-code`)).json<{ auth_code: string }>()
  const form = { grant_type: 'authorization_code', client_id: client.id, client_secret: client.secret, code }
  const google = await openBrowser(app).post('/google/token', { origin: null, form })
  const raw = google.json<{ access_token: string }>().access_token
  const erasure = await holdLocks(deps.db, tx => eraseReader(tx, { ...reader, isProven: true }, clock.now()))
  const signingIn = openBrowser(app).post('/google/entitlements-login', { json: { raw_entitlements: raw } })
  await erasure.waitedForBy(1)
  await erasure.release()
  expect((await signingIn).json()).toMatchObject({ errors: [{ key: 'link_not_connected' }] })
  expect(await deps.db.$count(sessions, eq(sessions.userId, reader.id))).toBe(0)
  expect(await deps.db.$count(activityLog, eq(activityLog.userId, reader.id))).toBe(0)
})

test.each([
  [
    'activity_log',
    'user_not_found',
    ({ browser, own }: Reader) => browser.patch(own, { json: { locale_code: 'en' } }),
  ],
  ['data_archives', 'user_not_found', ({ browser, own }: Reader) => browser.post(`${own}/data-archives`)],
  [
    'devices',
    'not_logged_in',
    ({ browser, own }: Reader) =>
      browser.put(`${own}/devices/of-this-session`, {
        json: { name: 'Chrome na počítači', type: 'browser' },
      }),
  ],
])('R8.07 race: what the erasure overtakes leaves nothing of its reader: %s', async (table, key, write) => {
  const { deps, clock } = server
  const reader = await enter()
  // So that the call waits for the reader, not for its session.
  await reader.browser.get(reader.own)
  const erasure = await holdLocks(deps.db, tx => eraseReader(tx, { ...reader, isProven: true }, clock.now()))
  const writing = write(reader)
  await erasure.waitedForBy(1)
  await erasure.release()
  expect((await writing).json()).toMatchObject({ errors: [{ key }] })
  for (const each of [table, 'activity_log']) {
    const left = sql`select from ${sql.identifier(each)} where user_id = ${reader.id}`
    expect((await deps.db.execute(left)).rows).toEqual([])
  }
})

test('R8.07 race: an e-book whose download the erasure overtakes is not counted', async () => {
  const { deps, clock } = server
  const shelf = await openOperator(server, ['ebooks:write'])
  await makeProduct(deps, { code: 'with_ebooks', access: ['web', 'eknihy'] })
  const reader = await enter()
  const startsAt = clock.now()
  const period = {
    userId: reader.id,
    productCode: 'with_ebooks',
    startsAt,
    endsAt: startsAt.add({ hours: 24 }),
  }
  await makePeriod(deps, period)
  const erasure = await holdLocks(deps.db, tx => eraseReader(tx, { ...reader, isProven: true }, clock.now()))
  const given = { id: reader.id, file: 'babicka.epub', download_id: 'd-1' }
  const counting = shelf.call('readers count-ebook', given)
  await erasure.waitedForBy(1)
  await erasure.release()
  expect((await counting).json()).toMatchObject({ errors: [{ key: 'user_not_found' }] })
  expect(await deps.db.$count(ebookDownloads, eq(ebookDownloads.userId, reader.id))).toBe(0)
})

test('R8.07 a message that the help desk refused is erased with who wrote it, also by another address', async () => {
  const { deps } = server
  const reader = await enter()
  await refuseMails(deps.db, 'help_request')
  const words = { topic: 'payment', name: 'Žofia', message: 'Som chorá, zrušte to.', details: '', lang: 'sk' }
  const json = { ...words, email: 'zofia.inde@example.com' }
  expect((await reader.browser.post('/rest/api/prv/v1/help-requests', { json })).statusCode).toBe(201)
  const kept = async () => {
    const isOfDesk = eq(outboxMessages.template, 'help_request')
    return (await deps.db.select().from(outboxMessages).where(isOfDesk)).map(({ failure }) => failure)
  }
  await expect.poll(kept).toEqual(['MailRefused 554 5.7.1'])
  await reader.erase()
  expect(await kept()).toEqual([])
})
