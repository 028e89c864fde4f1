import { type SQL, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { removeOutdated } from './remove-outdated.ts'

const server = openForFile(createTestApp)

const run = async (statement: SQL) => (await server.deps.db.execute(statement)).rows
const night = async (instant: string) => {
  server.clock.set(instant)
  await removeOutdated(server.deps)
}

let owner: number
beforeEach(async () => {
  await run(sql`delete from retention_runs`)
  owner = (await makeReader(server.deps)).id
})

test('R17.08 once a night over all processes, from two o’clock in Bratislava, also where the clock is changed', async () => {
  const put = () => run(sql`insert into ebook_downloads (user_id, at) values (${owner}, '2060-01-01')`)
  const left = async () =>
    Number((await run(sql`select count(*)::int as left from ebook_downloads`))[0]?.['left'])
  // 2070-03-30 is the night of summer time: two o'clock is one o'clock UTC the day before and does not exist here.
  await night('2070-03-29T12:00:00Z')
  await put()
  await night('2070-03-29T23:00:00Z')
  expect(await left()).toBe(1)
  server.clock.set('2070-03-30T06:00:00Z')
  await Promise.all(Array.from({ length: 20 }, () => removeOutdated(server.deps)))
  expect(await left()).toBe(0)
  await put()
  await night('2070-03-30T20:00:00Z')
  expect(await left()).toBe(1)
  await night('2070-03-31T06:00:00Z')
  expect(await left()).toBe(0)
})

test('R17.08 more rows than a batch are deleted, and a table that fails does not block others', async () => {
  await run(
    sql`insert into ebook_downloads (user_id, at) select ${owner}, '2070-01-01' from generate_series(1, 2500)`,
  )
  await run(sql`insert into unfollow_requests (user_id, kind, requested_at, done_before, done_at)
    values (${owner}, 'topic', '2070-01-01', '2070-01-01', '2070-01-01')`)
  await run(sql`create function keep_all() returns trigger language plpgsql as
    $$ begin raise exception 'nothing goes'; end $$`)
  await run(
    sql`create trigger keep_all before delete on ebook_downloads for each row execute function keep_all()`,
  )
  const count = async (table: string) =>
    Number((await run(sql.raw(`select count(*)::int as n from ${table}`)))[0]?.['n'])
  const before = await count('ebook_downloads')
  await night('2080-01-01T06:00:00Z')
  expect(await count('ebook_downloads')).toBe(before)
  expect(await count('unfollow_requests')).toBe(0)
  expect(await run(sql`select task, item from failed_items`)).toEqual([
    { task: 'remove-outdated', item: 'ebook_downloads' },
  ])
  await run(sql`drop function keep_all cascade`)
  server.clock.advance('PT1H')
  await removeOutdated(server.deps)
  expect(await count('ebook_downloads')).toBe(0)
  expect(await count('failed_items')).toBe(0)
})

test('R17.08 an account that could not be erased is tried again in the same night', async () => {
  const registeredAt = Temporal.Instant.from('2080-01-01T00:00:00Z')
  const { id } = await makeReader(server.deps, { confirmedAt: null, registeredAt })
  await run(sql`create function keep_account() returns trigger language plpgsql as
    $$ begin raise exception 'it stays'; end $$`)
  await run(sql`create trigger keep_account before update on users for each row when (new.email like 'erased:%')
    execute function keep_account()`)
  await night('2081-01-01T02:00:00Z')
  const failed = () => run(sql`select task, item from failed_items`)
  expect(await failed()).toEqual([{ task: 'erase-unconfirmed', item: String(id) }])
  await run(sql`drop function keep_account cascade`)
  server.clock.advance('PT10M')
  await removeOutdated(server.deps)
  expect(await run(sql`select email from users where id = ${id}`)).toEqual([{ email: `erased:${id}` }])
  expect(await failed()).toEqual([])
})
