import { afterAll, expect, test } from 'vitest'
import { cards } from '#server/modules/payments/tables.ts'
import { openFolderLoad, reader } from '#server/testing/make/load-folder.ts'

const folder = await openFolderLoad()
const { db, load, put } = folder
afterAll(folder.close)

test('R11.12 a card that the bank has renewed since stays so when its file is loaded again', async () => {
  await put('readers.json', [reader])
  const card = { key: 'one', reader: reader.email, token: 'demo_card_1', brand: 'Visa', last4: '4242' }
  await put('cards.json', [{ ...card, valid_until: '2027-01' }])
  await load()
  const renewed = { brand: 'Mastercard', last4: '1111', validUntil: '2031-01-31' }
  await db.update(cards).set(renewed)
  const { files } = await load()
  expect(files.at(-1)).toMatchObject({ changed: 0, unchanged: 1 })
  expect(await db.select().from(cards)).toMatchObject([renewed])
})
