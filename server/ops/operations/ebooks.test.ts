import { and, eq, type SQL } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { ebookDownloads } from '#server/modules/devices/tables.ts'
import { users } from '#server/modules/identity/tables.ts'
import { openOperator } from '#server/testing/make/operator.ts'
import { makePeriod, makeProduct } from '#server/testing/make/purchase.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'

const server = openForFile(createTestApp)
let shelf: Awaited<ReturnType<typeof openOperator>>
let reader: Awaited<ReturnType<typeof makeReader>>

beforeAll(async () => {
  server.clock.set('2026-10-01T08:00:00Z')
  shelf = await openOperator(server, ['ebooks:write'])
  await makeProduct(server.deps, { code: 'with_ebooks', access: ['web', 'eknihy'] })
  await makeProduct(server.deps, { code: 'without_ebooks', access: ['web'] })
})
beforeEach(async () => {
  reader = await makeReader(server.deps)
  await subscribe(reader.id, 'with_ebooks')
})

async function subscribe(userId: number, productCode: string) {
  const startsAt = Temporal.Instant.from('2026-10-01T08:00:00Z')
  await makePeriod(server.deps, { userId, productCode, startsAt, endsAt: startsAt.add({ hours: 24 * 365 }) })
}
const report = (file: string, downloadId: string = crypto.randomUUID(), id = reader.id) =>
  shelf.call('readers count-ebook', { id, file, download_id: downloadId })
const books = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `book-${from + index}.epub`)
async function downloadAll(files: string[]) {
  for (const file of files) expect((await report(file)).statusCode).toBe(200)
}
const shown = async () => {
  const browser = openBrowser(server.app)
  await browser.signIn(reader.email)
  const user = await browser.get(`/rest/api/prv/v1/users/${reader.id}`)
  return user.json<{ ebooks: unknown }>().ebooks
}

test('R10.05 a download that the e-book site reports is counted, and both it and the reader are told what is left', async () => {
  expect((await report('babicka.epub')).json()).toEqual({ counted: true, limit: 30, left: 29, next_at: null })
  expect((await report('babicka.pdf')).json()).toMatchObject({ counted: true, left: 28 })
  expect(await shown()).toEqual({ limit: 30, used: 2, window_days: 30, next_at: null })
})

test('R10.05 idempotent: a repeated report changes nothing, nor does the same file within 30 days', async () => {
  await report('babicka.epub', 'd-1')
  expect((await report('babicka.epub', 'd-1')).json()).toMatchObject({ counted: false, left: 29 })
  expect((await report('babicka.epub', 'd-2')).json()).toMatchObject({ counted: false, left: 29 })
  server.clock.advance('PT719H59M59S')
  expect((await report('babicka.epub', 'd-3')).json()).toMatchObject({ counted: false, left: 29 })
  server.clock.advance('PT1S')
  expect((await report('babicka.epub', 'd-4')).json()).toMatchObject({ counted: true, left: 29 })
  expect((await report('babicka.epub', 'd-1')).json()).toMatchObject({ counted: false, left: 29 })
  const reused = await report('other.epub', 'd-1')
  expect(reused.statusCode).toBe(422)
  expect(reused.json()).toMatchObject({ errors: [{ key: 'idempotency_key_reused', field: 'download_id' }] })
})

test('R10.05 race: twenty reports of one file at once count it once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => report('babicka.epub')))
  expect(answers.map(each => each.statusCode)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(answers.filter(each => each.json<{ counted: boolean }>().counted)).toHaveLength(1)
})

test('R6.04 R10.05 race: of twenty files at once, when 25 are used, exactly five are let through', async () => {
  await downloadAll(books(0, 25))
  const answers = await Promise.all(books(25, 45).map(file => report(file)))
  expect(answers.filter(each => each.statusCode === 200)).toHaveLength(5)
  const refused = answers.filter(each => each.statusCode === 422)
  expect(refused).toHaveLength(15)
  for (const each of refused) expect(each.json()).toMatchObject({ errors: [{ key: 'ebook_limit_reached' }] })
  const rows = await server.deps.db.select().from(ebookDownloads).where(eq(ebookDownloads.userId, reader.id))
  expect(rows).toHaveLength(30)
})

test('R10.05 the 31st file is refused till the oldest is 30 days old, over the change to winter time too', async () => {
  server.clock.set('2026-10-20T08:00:00Z')
  await downloadAll(books(0, 30))
  const ofReader = eq(ebookDownloads.userId, reader.id)
  const setAt = (at: string, which: SQL | undefined) =>
    server.deps.db
      .update(ebookDownloads)
      .set({ at: Temporal.Instant.from(at) })
      .where(which)
  await setAt('2026-10-20T08:00:00Z', ofReader)
  await setAt('2026-10-10T09:41:00Z', and(ofReader, eq(ebookDownloads.file, 'book-0.epub')))
  const nextAt = '2026-11-09T09:41:00Z'
  expect(await shown()).toMatchObject({ used: 30, next_at: nextAt })
  const answer = await report('one-more.epub')
  expect(answer.statusCode).toBe(422)
  const [refusal] = answer.json<{ errors: { key: string; message: string; params: object }[] }>().errors
  expect(refusal).toMatchObject({ key: 'ebook_limit_reached', params: { limit: 30, next_at: nextAt } })
  expect(refusal?.message.replaceAll('\u00a0', ' ')).toBe(
    'Využili ste všetkých 30 stiahnutí e-kníh za 30 dní. Ďalšiu stiahnete 9. novembra 2026 po 10:41.',
  )
  // A counted file may be downloaded again.
  expect((await report('book-29.epub')).json()).toMatchObject({ counted: false, left: 0, next_at: nextAt })
  server.clock.set('2026-11-09T09:40:59Z')
  expect((await report('one-more.epub')).statusCode).toBe(422)
  server.clock.set(nextAt)
  expect((await report('one-more.epub')).json()).toMatchObject({ counted: true, left: 0 })
  expect(await shown()).toMatchObject({ next_at: '2026-11-19T08:00:00Z' })
})

test('R10.05 only who has e-books now downloads them', async () => {
  const keyOf = async (id: number) => {
    const answer = await report('babicka.epub', 'd-1', id)
    return answer.json<{ errors: { key: string }[] }>().errors[0]?.key
  }
  const other = await makeReader(server.deps)
  expect(await keyOf(other.id)).toBe('ebooks_not_included')
  await subscribe(other.id, 'without_ebooks')
  expect(await keyOf(other.id)).toBe('ebooks_not_included')
  await server.deps.db.update(users).set({ blockedAt: server.clock.now() }).where(eq(users.id, reader.id))
  expect(await keyOf(reader.id)).toBe('ebooks_not_included')
  expect(await keyOf(2_147_483_647)).toBe('user_not_found')
})
