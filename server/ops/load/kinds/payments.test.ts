import { afterAll, expect, test } from 'vitest'
import { loadConfig } from '#server/config/config.ts'
import { readContent } from '#server/modules/invoices/read-content.ts'
import { documents } from '#server/modules/invoices/tables.ts'
import { openFileLoad } from '#server/testing/make/load-files.ts'
import { makeProduct } from '#server/testing/make/purchase.ts'
import { makeReader } from '#server/testing/make/reader.ts'

// An empty variable is one that is not set, for a load too.
const settings = loadConfig({ SUPPLIER_NAME: 'Noviny, a. s.', SUPPLIER_STREET: '' })
const { db, clock, load, close } = await openFileLoad(settings)
afterAll(close)

const payment = {
  key: 'first',
  product: 'premium_1y',
  method: 'card',
  state: 'paid',
  amount_cents: 8990,
  currency: 'EUR',
  at: '2026-03-14',
  document: { kind: 'receipt', serial: 17 },
}

test('R1.04 an imported document has the seller of the configuration', async () => {
  const reader = await makeReader({ db, clock })
  await makeProduct({ db }, { code: 'premium_1y' })
  expect((await load('payments.json', [{ ...payment, reader: reader.email }])).files[0]).toMatchObject({
    added: 1,
  })
  const [made] = await db.select().from(documents)
  expect(readContent(made?.content).supplier).toMatchObject({
    name: 'Noviny, a. s.',
    street: 'Novinárska 7',
  })
})

test('R1.04 a number of a document that is taken is named in its fault', async () => {
  const reader = await makeReader({ db, clock })
  await makeProduct({ db }, { code: 'premium_2y' })
  const [one, other] = ['one', 'other'].map(key => ({
    ...payment,
    key,
    product: 'premium_2y',
    reader: reader.email,
    document: { kind: 'receipt', serial: 18 },
  }))
  await expect(load('payments.json', [one ?? {}, other ?? {}])).rejects.toThrow(
    /\$\[1\]\.document\.serial: the receipt number 18 of 2026 is another payment's already/,
  )
})

test.each([
  ['of nothing', { amount_cents: 0 }, 'document: "document" is of a payment that brought no money'],
  ['of what is not paid', { state: 'created' }, 'document: "document" is of a payment that brought no money'],
  ['of before all rates of VAT', { at: '2010-12-31' }, 'document: no rate of VAT is kept for 2010-12-31'],
  [
    'with a year in its number',
    { document: { kind: 'receipt', serial: 2_026_000_017 } },
    'document.serial: ',
  ],
])('R1.04 a document %s is a fault of its row', async (key, given, fault) => {
  const reader = await makeReader({ db, clock })
  await makeProduct({ db }, { code: key })
  const document = { kind: 'receipt', serial: 99 }
  const row = { ...payment, key, product: key, reader: reader.email, document, ...given }
  await expect(load('payments.json', [row])).rejects.toThrow(`$[0].${fault}`)
})
