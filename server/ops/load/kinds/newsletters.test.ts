import { afterAll, beforeEach, expect, test } from 'vitest'
import { newsletterDecisions } from '#server/modules/newsletters/tables.ts'
import { openFolderLoad, reader } from '#server/testing/make/load-folder.ts'

const folder = await openFolderLoad()
beforeEach(folder.empty)
afterAll(folder.close)

const newsletter = {
  code: 'ranny-vyber',
  category: 'sme',
  title: { sk: 'Ranný výber', en: 'Morning' },
  description: { sk: 'Ráno', en: 'Morning' },
  frequency: { sk: 'denne', en: 'daily' },
  locked: false,
}

test('what a file says of a consent is kept in the proof of consents, once', async () => {
  await folder.put('newsletters.json', [newsletter])
  await folder.put('readers.json', [reader])
  await folder.put('newsletter-signups.json', [
    { reader: 'jana@example.com', newsletter: newsletter.code, state: 'on', at: '2024-05-01 10:00' },
  ])
  await folder.load()
  await folder.load()
  expect(await folder.db.select().from(newsletterDecisions)).toMatchObject([
    { newsletterCode: newsletter.code, decision: 'on', madeBy: 'file' },
  ])
})
