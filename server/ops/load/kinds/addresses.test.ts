import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses } from '#server/modules/addresses/tables.ts'
import { machineClock } from '#server/platform/clock.ts'
import { makeReader } from '#server/testing/make-reader.ts'
import { createTestDatabase } from '#server/testing/test-database.ts'
import { loadFolder } from '../load-folder.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let folder: string
let reader: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'profil-addresses-'))
  reader = (await makeReader({ db: database.db, clock: machineClock })).email
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const load = async (file: string, content: string) => {
  await writeFile(join(folder, file), content)
  try {
    return await loadFolder({ db: database.db, clock: machineClock }, folder)
  } finally {
    await rm(join(folder, file))
  }
}
const home = { key: 'home', type: 'print', name: 'Mária', surname: 'Balogová', number: '8', city: 'Komárno' }

test('R3.08 addresses are loaded, and what the reader changed since stays', async () => {
  const file = JSON.stringify([{ ...home, reader, zip: '945 01', country: 'SK' }])
  expect((await load('addresses.json', file)).files[0]).toMatchObject({ added: 1 })
  await database.db.update(addresses).set({ city: 'Nitra' })
  expect((await load('addresses.json', file)).files[0]).toMatchObject({ added: 0, unchanged: 1 })
  expect(await database.db.select().from(addresses)).toMatchObject([
    { sourceKey: 'home', name: 'Mária', city: 'Nitra', street: null, companyId: null },
  ])
})

test('R5.09 a fault of an address names its file, line and field', async () => {
  const faulty = [{ ...home, reader, type: 'home', zip: '9450', country: 'SK', planet: 'Earth' }]
  const refusal = load('addresses.json', JSON.stringify(faulty, null, 2))
  await expect(refusal).rejects.toThrow(
    'addresses.json:4 $[0].type: "type" must be one of invoice, print; correct it.',
  )
  await expect(load('addresses.json', JSON.stringify(faulty, null, 2))).rejects.toThrow(
    /addresses\.json:10 \$\[0\]\.zip: "zip" cannot be used\. Enter a valid postcode/,
  )
  await expect(load('addresses.json', JSON.stringify(faulty, null, 2))).rejects.toThrow(
    /"planet" is not known here/,
  )
  const csv = `key;reader;type;name;surname;number;city;zip;country\nx;${reader};print;7;Balogová;8;Komárno;94501;SK\n`
  await expect(load('addresses.csv', csv)).rejects.toThrow(/addresses\.csv:2 name: "name" cannot be used/)
})
