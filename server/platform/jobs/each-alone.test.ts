import { asc, eq, sql } from 'drizzle-orm'
import { integer, pgTable } from 'drizzle-orm/pg-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { eachAlone } from './each-alone.ts'
import { listFailedItems, noteFailure, retryFailedItems } from './failed-items.ts'
import { failedItems } from './failed-items-table.ts'

/** Work items of a task: handling one deletes its row. */
const parcels = pgTable('parcels', { id: integer().primaryKey() })

const server = openForFile(createTestApp)
beforeAll(async () => {
  await server.deps.db.execute(sql`create table parcels (id int primary key)`)
})

/** More of them than one query finds. */
const poisoned = 250
const good = poisoned + 1
const task = 'send-parcels'
let tried: number[] = []
/** A clock that only the test moves. */
let now = Temporal.Instant.from('2026-11-22T08:00:00Z')
const deps = () => ({ ...server.deps, clock: { now: () => now } })
const wait = (seconds: number) => {
  now = now.add({ seconds })
}
let isPoisoned = (id: number) => id <= poisoned

beforeEach(async () => {
  const { db } = server.deps
  await db.delete(failedItems)
  await db.delete(parcels)
  await db.execute(sql`insert into parcels select generate_series(1, ${good}::int)`)
  tried = []
  isPoisoned = id => id <= poisoned
})

const run = () => {
  const { db } = server.deps
  return eachAlone(deps(), undefined, {
    name: task,
    find: page =>
      db.select().from(parcels).where(page.isNext(parcels.id)).orderBy(asc(parcels.id)).limit(page.limit),
    act: async ({ id }) => {
      tried.push(id)
      if (isPoisoned(id)) throw Object.assign(new Error('Not known'), { code: 'resource_missing' })
      await db.delete(parcels).where(eq(parcels.id, id))
    },
  })
}
const listed = () => listFailedItems(server.deps.db, { task, limit: 500 })

test('R11.15 poison items at the head of the queue block none behind them', async () => {
  expect(await run()).toBe(1)
  expect(tried).toHaveLength(good)
  expect(await server.deps.db.select().from(parcels).where(eq(parcels.id, good))).toEqual([])
  const failed = await listed()
  expect(failed).toHaveLength(poisoned)
  expect(failed[0]).toMatchObject({ task, item: '1', tries: 1, reason: 'Error resource_missing' })
})

test('R11.15 a failing item is retried with exponential backoff, at last every hour', async () => {
  const tries = async () => (await listed()).find(({ item }) => item === '1')?.tries
  await run()
  wait(9)
  await run()
  expect(await tries()).toBe(1)
  const at: number[] = []
  const startedAt = now
  for (let second = 0; second < 4 * 3600; second += 10) {
    wait(10)
    tried = []
    isPoisoned = id => id === 1
    await run()
    if (tried.includes(1)) at.push(now.since(startedAt).total('seconds'))
  }
  const gaps = at.map((each, index) => each - (at[index - 1] ?? 0))
  expect(at.length).toBeLessThan(14)
  expect(gaps.toSorted((one, other) => one - other)).toEqual(gaps)
  expect(gaps.at(-1)).toBeGreaterThanOrEqual(3600)
  expect(gaps.at(-1)).toBeLessThanOrEqual(3610)
})

test('R11.15 an item that succeeds, or was handled elsewhere, leaves the list of failed items', async () => {
  await run()
  isPoisoned = id => id === 1
  await server.deps.db.delete(parcels).where(eq(parcels.id, 2))
  wait(600)
  await run()
  expect(await listed()).toMatchObject([{ item: '1', tries: 2 }])
})

test('R11.15 staff has an item tried again at once', async () => {
  isPoisoned = id => id === 1
  await run()
  isPoisoned = () => false
  tried = []
  await run()
  expect(tried).toEqual([])
  await server.deps.db.transaction(tx => retryFailedItems(tx, deps(), { task, items: ['1'] }))
  await run()
  expect(tried).toEqual([1])
  expect(await listed()).toEqual([])
})

test('R11.15 twenty concurrent failures of an item are all counted, without an error (race)', async () => {
  const one = { task, id: 7 }
  await Promise.all(Array.from({ length: 20 }, () => noteFailure(deps(), one, new Error('x'))))
  expect(await listed()).toMatchObject([{ item: '7', tries: 20 }])
})

test('a run that is ended begins no further item', async () => {
  const ending = new AbortController()
  const handled: number[] = []
  await eachAlone(deps(), ending.signal, {
    name: task,
    find: async () => [{ id: 1 }, { id: 2 }],
    act: async ({ id }) => {
      handled.push(id)
      ending.abort()
    },
  })
  expect(handled).toEqual([1])
})
