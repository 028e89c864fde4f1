import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faqCategories } from '#server/modules/faq/tables.ts'
import { users } from '#server/modules/identity/tables.ts'
import { machineClock } from '#server/platform/clock.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { createTestApp, type TestApp } from '#server/testing/setup/test-app.ts'
import { createTestDatabase } from '#server/testing/setup/test-database.ts'
import { fillEmptyDatabase } from './fill-empty-database.ts'

let folder: string
let server: TestApp
const empty = await createTestDatabase()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'profil-demo-'))
  server = await createTestApp()
  await put('readers.json', [
    {
      email: 'jana@example.com',
      name: 'Jana',
      locale: 'sk',
      confirmed: true,
      registered: '-P2Y 10:00',
      registered_via: 'web',
    },
  ])
})
afterAll(async () => {
  await server.close()
  await empty.close()
  await rm(folder, { recursive: true })
})

const put = (file: string, content: unknown) => writeFile(join(folder, file), JSON.stringify(content))
const emails = async () => (await empty.db.select().from(users)).map(user => user.email)

test('an interrupted load is resumed at the next start, and a finished one is not repeated', async () => {
  const fill = () => fillEmptyDatabase({ ...server.deps, db: empty.db, clock: machineClock }, folder)
  await put('linked-accounts.json', [{ reader: 'nobody@example.com' }])
  await expect(fill()).rejects.toThrow('linked-accounts.json')
  expect(await emails()).toEqual(['jana@example.com'])

  await put('linked-accounts.json', [])
  await put('faq-categories.json', [
    { code: 'devices', title: { sk: 'Zariadenia', en: 'Devices' }, order: 1 },
  ])
  await fill()
  expect(await emails()).toEqual(['jana@example.com'])
  expect(await empty.db.select().from(faqCategories)).toHaveLength(1)

  await put('faq-categories.json', 'broken')
  await expect(fill()).resolves.toBeUndefined()
})

test('a database with readers of its own is never filled', async () => {
  const own = await makeReader(server.deps)
  await fillEmptyDatabase(server.deps, folder)
  expect((await server.deps.db.select().from(users)).map(user => user.email)).toEqual([own.email])
})
