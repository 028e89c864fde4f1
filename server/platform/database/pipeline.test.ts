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
            select ${n}::int as n, current_setting('test.before', true) as before, set_config('test.before', ${String(n)}, true)`)
          return rows[0]
        }),
      ),
    ),
  )
  expect(answers).toMatchObject(answers.map((_, n) => ({ n, before: n === 0 ? null : String(n - 1) })))
})

test('R15.10 after a statement that fails none is done, and the connection serves others again', async () => {
  const { db } = server.deps
  const { id } = await makeReader(server.deps)
  const rename = (name: string) => sql`update users set name = ${name} where id = ${id}`
  const takenBack = db.transaction(tx =>
    pipelined(async () => {
      const sent = [rename('before'), sql`select 1 / 0`, rename('after')].map(each => tx.execute(each))
      const [, failed, after] = await Promise.allSettled(sent)
      expect(failed).toMatchObject({ reason: { cause: { code: '22012' } } })
      expect(after).toMatchObject({ reason: { cause: { code: '25P02' } } })
      throw new Error('Taken back')
    }),
  )
  await expect(takenBack).rejects.toThrow('Taken back')
  const [reader] = await db.select({ name: users.name }).from(users).where(eq(users.id, id))
  expect(reader?.name).toBeNull()
})

test('R15.10 a connection that breaks fails all that was sent, and is not used again', async () => {
  const { db } = server.deps
  const statements = [sql`select 1`, sql`select pg_terminate_backend(pg_backend_pid())`, sql`select 2`]
  const broken = db.transaction(tx => pipelined(() => Promise.all(statements.map(each => tx.execute(each)))))
  await expect(broken).rejects.toThrow()
  expect((await db.execute(sql`select 3 as n`)).rows).toEqual([{ n: 3 }])
})

test('statements are pipelined in a transaction only', async () => {
  await expect(pipelined(async () => 1)).rejects.toThrow('in a transaction only')
})
