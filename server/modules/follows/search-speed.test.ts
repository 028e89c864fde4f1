import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { medianTimes } from '#server/testing/median-times.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { openBrowser } from '#server/testing/test-browser.ts'
import { findFollowables } from './store.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  // 20,000 topics and 5,000 authors of three made-up words, of which the last is one of four.
  await server.deps.db.execute(sql`
    insert into followables (kind, code, name_sk, name_en, search_text)
    select case when n <= 20000 then 'topic' else 'author' end, 'code-' || n, name, name, '| ' || name
    from (
      select n, substr(md5(n::text), 1, 5) || ' ' || substr(md5('b' || n % 900), 1, 6) || ' '
        || (array['nova', 'stara', 'velka', 'mala'])[1 + n % 4] as name
      from generate_series(1, 25000) n
    ) made`)
  await server.deps.db.execute(sql`analyze followables`)
})
afterAll(() => server.close())

test('R1.07 a page or a search among 20,000 topics and 5,000 authors is answered within 50 ms', async () => {
  const browser = openBrowser(server.app)
  const ask = (query: string) => () => browser.get(`/rest/api/prv/v1/follows/${query}`)
  const times = await medianTimes(12, [
    ask('topic?limit=50'),
    ask('topic?limit=50&cursor=500'),
    ask('topic?limit=50&q=a'),
    ask('topic?limit=50&q=nova'),
    ask('topic?limit=50&q=velka%20c'),
    ask('author?limit=50&q=a'),
    ask('author?limit=50&q=nova&cursor=20004'),
  ])
  expect(Math.max(...times)).toBeLessThan(50)
})

test.each([
  ['', 'followables_sort_sk'],
  ['ab1', 'followables_search'],
])('R1.07 a search for %j reads an index, not the whole table', async (q, index) => {
  const query = findFollowables(server.deps.db, {
    kind: 'topic',
    locale: 'sk',
    q,
    after: undefined,
    limit: 51,
    reader: undefined,
  })
  const { rows } = await server.deps.db.execute(sql`explain ${query.getSQL()}`)
  const plan = JSON.stringify(rows)
  expect(plan).toContain(index)
  expect(plan).not.toContain('Seq Scan')
})
