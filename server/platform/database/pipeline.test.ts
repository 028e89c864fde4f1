import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/modules/identity/tables.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { pipelined } from './pipeline.ts'

const server = openForFile(createTestApp)

test('R15.10 what is sent at once is done in its order, each with its own answer', async () => {
  const { db } = server.deps
  const answers = await db.transaction(tx =>
    pipelined(() =>
      Promise.all(
        Array.from({ length: 20 }, async (_each, n) => {
          const { rows } = await tx.execute(sql`
            select ${n}::int as n, set_config('test.last', ${String(n)}, true),
              current_setting('test.before', true) as before, set_config('test.before', ${String(n)}, true)`)
          return rows[0]
        }),
      ),
    ),
  )
  expect(answers.map(row => row?.['n'])).toEqual(Array.from({ length: 20 }, (_each, n) => n))
  expect(answers.map(row => row?.['before'])).toEqual(
    Array.from({ length: 20 }, (_each, n) => (n === 0 ? null : String(n - 1))),
  )
})

test('R15.10 after a statement that fails none is done, and the connection serves others again', async () => {
  const { db } = server.deps
  const { id } = await makeReader(server.deps)
  const rename = (name: string) => sql`update users set name = ${name} where id = ${id}`
  const settled = await db
    .transaction(tx =>
      pipelined(async () => {
        const sent = [rename('before'), sql`select 1 / 0`, rename('after')].map(each => tx.execute(each))
        const [, failed, after] = await Promise.allSettled(sent)
        expect(failed).toMatchObject({ reason: { cause: { code: '22012' } } })
        expect(after).toMatchObject({ reason: { cause: { code: '25P02' } } })
        throw new Error('Taken back')
      }),
    )
    .catch((error: unknown) => error)
  expect(settled).toMatchObject({ message: 'Taken back' })
  const [reader] = await db.select({ name: users.name }).from(users).where(eq(users.id, id))
  expect(reader?.name).toBeNull()
})

test('statements are pipelined in a transaction only', async () => {
  await expect(pipelined(async () => 1)).rejects.toThrow('in a transaction only')
})
