import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { DataArchive } from '#contract/privacy/data-archive.ts'
import { dataIn, openDataArchives } from '#server/testing/make/data-archives.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { addChunk, claimArchive, failArchive } from './archive/store.ts'

const server = openForFile(openDataArchives)
beforeEach(() => {
  server.clock.set('2026-11-22T13:03:00Z')
})

const waiting = async (userId: number, tries = 0) => {
  const [row] = await server.run(sql`insert into data_archives (user_id, requested_at, tries)
    values (${userId}, ${server.clock.now().toString()}::timestamptz, ${tries}) returning id`)
  return Number(row?.['id'])
}
const enqueue = (id: number) =>
  server.deps.db.transaction(tx => server.deps.jobs.enqueue(tx, 'make-data-archive', { id }))

test('R13.04 20,000 rows are made a page at a time, while others are answered', async () => {
  const { reader, ask, download, browser, base } = await server.enter()
  await server.run(sql`insert into activity_log (user_id, at, kind, details)
    select ${reader.id}, now(), 'signed_in', '{"browser":"Firefox"}' from generate_series(1, 20000)`)
  await ask()
  let slowest = 0
  let most = 0
  const start = process.memoryUsage().rss
  for (let state = 'making'; state === 'making'; ) {
    const at = performance.now()
    state = (await browser.get(`${base}/data-archives`)).json<DataArchive>().state
    slowest = Math.max(slowest, performance.now() - at)
    most = Math.max(most, process.memoryUsage().rss)
  }
  const { files } = await download()
  expect(dataIn(files).data['activity_log']?.length).toBeGreaterThan(20_000)
  expect(await server.countChunks(reader.id)).toBeGreaterThan(10)
  expect(slowest).toBeLessThan(2000)
  expect((most - start) / 1e6).toBeLessThan(150)
})

test('R13.04 a try that was passed writes no more, and the next one begins anew', async () => {
  const { reader, ready } = await server.enter()
  const id = await waiting(reader.id)
  const former = await claimArchive(server.deps.db, id)
  if (!former) throw new Error('not claimed')
  const chunk = { position: 0, content: Buffer.from('x') }
  expect(await addChunk(server.deps.db, former, chunk)).toBe(true)
  await claimArchive(server.deps.db, id)
  expect(await addChunk(server.deps.db, former, chunk)).toBe(false)
  // Erased meanwhile: nothing is written after it.
  const erased = await claimArchive(server.deps.db, await waiting(reader.id))
  if (!erased) throw new Error('not claimed')
  await server.run(sql`delete from data_archives where id = ${erased.id}`)
  expect(await addChunk(server.deps.db, erased, chunk)).toBe(false)
  expect(await server.countChunks(reader.id)).toBe(0)
  await Promise.all([enqueue(id), enqueue(id)])
  await ready()
})

test('R13.04 a try that was passed gives up nothing of the next one', async () => {
  const { reader } = await server.enter()
  const { db } = server.deps
  const id = await waiting(reader.id)
  const [former, later] = [await claimArchive(db, id), await claimArchive(db, id)]
  if (!former || !later) throw new Error('not claimed')
  await addChunk(db, later, { position: 0, content: Buffer.from('x') })
  await failArchive(db, former, server.clock.now())
  expect(await server.countChunks(reader.id)).toBe(1)
  await failArchive(db, later, server.clock.now())
  expect(await server.countChunks(reader.id)).toBe(0)
})

/** While it is broken, one of the archive's lists cannot be read. */
const broken = () => server.run(sql`alter table follows rename to broken`)
const mended = () => server.run(sql`alter table broken rename to follows`)

test('R13.04 what cannot be made is given up after eight tries, told, and may be asked for anew', async () => {
  const { reader, ask, read, ready } = await server.enter()
  await broken()
  await enqueue(await waiting(reader.id, 7))
  await expect.poll(async () => (await read()).state).toBe('failed')
  expect(await server.countChunks(reader.id)).toBe(0)
  await mended()
  expect((await ask()).json<DataArchive>().state).toBe('making')
  await ready()
})

test('R13.04 a try that fails is repeated', async () => {
  const { reader, ask, ready } = await server.enter()
  const tries = async () =>
    (await server.run(sql`select tries from data_archives where user_id = ${reader.id}`))[0]?.['tries']
  await broken()
  await ask()
  // A try is counted when it begins: mended before its end, it would succeed.
  const putOff = () =>
    server.run(sql`select 1 from pgboss.job where name = 'make-data-archive' and state = 'retry'`)
  await expect.poll(putOff).toHaveLength(1)
  await mended()
  await ready()
  expect(await tries()).toBeGreaterThan(1)
})
