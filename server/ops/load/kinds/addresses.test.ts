import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses } from '#server/modules/addresses/tables.ts'
import { openFileLoad } from '#server/testing/make/load-files.ts'
import { makeReader } from '#server/testing/make/reader.ts'

const { db, clock, load, close } = await openFileLoad()
let reader: string
beforeAll(async () => {
  reader = (await makeReader({ db, clock })).email
})
afterAll(close)

const home = { key: 'home', type: 'print', name: 'Mária', surname: 'Balogová', number: '8', city: 'Komárno' }

test('R3.08 addresses are loaded, and what the reader changed since stays', async () => {
  const rows = [{ ...home, reader, zip: '945 01', country: 'SK' }]
  expect((await load('addresses.json', rows)).files[0]).toMatchObject({ added: 1 })
  await db.update(addresses).set({ city: 'Nitra' })
  expect((await load('addresses.json', rows)).files[0]).toMatchObject({ added: 0, unchanged: 1 })
  expect(await db.select().from(addresses)).toMatchObject([
    { sourceKey: 'home', name: 'Mária', city: 'Nitra', street: null, companyId: null },
  ])
})

test('R5.09 a fault of an address names its file, line and field', async () => {
  const faulty = [{ ...home, reader, type: 'home', zip: '9450', country: 'SK', planet: 'Earth' }]
  const refusal = load('addresses.json', faulty)
  await expect(refusal).rejects.toThrow(
    'addresses.json:4 $[0].type: "type" must be one of invoice, print; correct it.',
  )
  await expect(load('addresses.json', faulty)).rejects.toThrow(
    /addresses\.json:10 \$\[0\]\.zip: "zip" cannot be used\. Enter a valid postcode/,
  )
  await expect(load('addresses.json', faulty)).rejects.toThrow(/"planet" is not known here/)
  const csv = `key;reader;type;name;surname;number;city;zip;country\nx;${reader};print;7;Balogová;8;Komárno;94501;SK\n`
  await expect(load('addresses.csv', csv)).rejects.toThrow(/addresses\.csv:2 name: "name" cannot be used/)
})
