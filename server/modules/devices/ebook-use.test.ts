import { beforeEach, expect, test } from 'vitest'
import { machineClock } from '#server/platform/clock.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestDatabase } from '#server/testing/setup/test-database.ts'
import { ebookUse } from './ebook-use.ts'
import { ebookDownloads } from './tables.ts'

const database = openForFile(createTestDatabase)
let userId: number

beforeEach(async () => {
  userId = (await makeReader({ db: database.db, clock: machineClock })).id
})

const at = (text: string) => Temporal.Instant.from(text)
const download = (instant: string, reader = userId) =>
  database.db.insert(ebookDownloads).values({ userId: reader, at: at(instant) })
const downloadsAt = (instant: string) =>
  ebookUse({ db: database.db, clock: { now: () => at(instant) } }, userId)

test('R6.04 thirty files in thirty days, none used at first', async () => {
  expect(await downloadsAt('2026-11-21T10:00:00Z')).toEqual({
    limit: 30,
    used: 0,
    window_days: 30,
    next_at: null,
  })
})

test('R6.04 a download counts for thirty times 24 hours, over the change to winter time too', async () => {
  await download('2026-10-10T10:00:00Z')
  expect((await downloadsAt('2026-11-09T09:59:59.999Z')).used).toBe(1)
  expect((await downloadsAt('2026-11-09T10:00:00Z')).used).toBe(0)
})

test('R6.04 sliding window: each download leaves it by itself', async () => {
  await download('2026-11-01T10:00:00Z')
  await download('2026-11-10T10:00:00Z')
  await download('2026-11-20T10:00:00Z')
  const used = async (instant: string) => (await downloadsAt(instant)).used
  expect(await used('2026-11-21T00:00:00Z')).toBe(3)
  expect(await used('2026-12-05T00:00:00Z')).toBe(2)
  expect(await used('2026-12-15T00:00:00Z')).toBe(1)
})

test('R6.01 another reader’s downloads do not count', async () => {
  const stranger = await makeReader({ db: database.db, clock: machineClock })
  await download('2026-11-20T10:00:00Z', stranger.id)
  expect((await downloadsAt('2026-11-21T10:00:00Z')).used).toBe(0)
})
