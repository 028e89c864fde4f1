import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { medianTimes } from '#server/testing/inspect/median-times.ts'
import { fillFollowables } from '#server/testing/make/fill-followables.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { findFollowables } from './store.ts'

const server = openForFile(createTestApp)
beforeAll(async () => {
  await fillFollowables(server.deps, { topics: 20_000, authors: 5000 })
})

test('R1.07 a page or a search among 20,000 topics and 5,000 authors is answered within 50 ms', async () => {
  const browser = openBrowser(server.app)
  const ask = (query: string) => () => browser.get(`/rest/api/prv/v1/follows/${query}`)
  const times = await medianTimes(12, [
    ask('topic?limit=50'),
    ask('topic?limit=50&cursor=500'),
    ask('topic?limit=50&q=a'),
    ask('topic?limit=50&q=skolstvo'),
    ask('topic?limit=50&q=doprava%20ko'),
    ask('author?limit=50&q=a'),
    ask('author?limit=50&q=jan&cursor=20030'),
  ])
  expect(Math.max(...times)).toBeLessThan(50)
})

test.each([
  ['', 'followables_sort_sk'],
  ['poprad', 'followables_search'],
])('R1.07 a search for %j uses an index, no sequential scan', async (q, index) => {
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
