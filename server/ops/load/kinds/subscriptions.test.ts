import { afterAll, beforeEach, expect, test } from 'vitest'
import { subscriptions } from '#server/modules/subscriptions/tables.ts'
import { openFolderLoad, period, premium, reader } from '#server/testing/make/load-folder.ts'

const folder = await openFolderLoad()
const { db, load, put } = folder
beforeEach(folder.empty)
afterAll(folder.close)

test('a period whose end was moved since, e.g. by a refund, stays so however its times are written', async () => {
  await put('products.json', [premium])
  await put('readers.json', [reader])
  await put('subscriptions.json', [{ ...period, from: '2026-03-01', to: '2027-03-01' }])
  await load()
  const endsAt = Temporal.Instant.from('2026-11-21T06:00:00Z')
  await db.update(subscriptions).set({ endsAt })
  const { files } = await load()
  expect(files.at(-1)).toMatchObject({ changed: 0, unchanged: 1 })
  expect(await db.select().from(subscriptions)).toMatchObject([{ endsAt }])
})
