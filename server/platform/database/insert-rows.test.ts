import { like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/modules/identity/tables.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { insertRows } from './insert-rows.ts'

const server = openForFile(createTestApp)

const row = (email: string, name: string | null = null) => ({
  email,
  name,
  locale: 'sk',
  registeredAt: server.clock.now(),
  registeredVia: 'import',
})
const namesLike = async (part: string) =>
  (await server.deps.db.select({ name: users.name }).from(users).where(like(users.email, part))).map(
    ({ name }) => name,
  )

test.each([
  ['a tab\tand a line\nand another\r\n'],
  ['a \\ and \\N, \\. and \\t'],
  ['NULL'],
  ['{a,"b"},'],
  ['"quoted", with \'others\'; ľščťžýáíé 👩‍👩‍👧'],
  [''],
  [null],
])('R15.10 %j arrives as it was', async name => {
  const email = `arrives-${crypto.randomUUID()}@dennik.example`
  await insertRows(server.deps.db, users, [row(email, name)])
  expect(await namesLike(email)).toEqual([name])
})

test('R15.10 rows that differ in their columns are refused, and none is written', async () => {
  const { name: _name, ...without } = row('differs-2@dennik.example')
  for (const other of [without, { ...row('differs-3@dennik.example'), blockedAt: null }]) {
    const inserted = insertRows(server.deps.db, users, [row('differs-1@dennik.example'), other])
    await expect(inserted).rejects.toThrow('differ in their columns')
  }
  expect(await namesLike('differs-%')).toEqual([])
})

test('R15.10 of twenty inserts of the same rows at once one adds each row, twice in a transaction too', async () => {
  const { db } = server.deps
  const rows = ['a', 'b', 'c'].map(letter => row(`same-${letter}@dennik.example`, letter))
  const insert = () =>
    db.transaction(async tx => {
      const ending = 'on conflict do nothing returning id'
      return [...(await insertRows(tx, users, rows, ending)), ...(await insertRows(tx, users, rows, ending))]
    })
  const added = await Promise.all(Array.from({ length: 20 }, insert))
  expect(added.flat()).toHaveLength(3)
  expect(new Set(await namesLike('same-%'))).toEqual(new Set(['a', 'b', 'c']))
})
