import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breakableNetwork } from '#server/testing/doubles/breakable-network.ts'
import { createTestDatabase } from '#server/testing/setup/test-database.ts'
import { type Database, openDatabase, type Tx } from './database.ts'
import { isAway } from './is-away.ts'

const errors: Error[] = []
let whole: Awaited<ReturnType<typeof createTestDatabase>>
let network: Awaited<ReturnType<typeof breakableNetwork>>
let database: Database

beforeAll(async () => {
  whole = await createTestDatabase()
  const { hostname: host, port } = new URL(whole.url)
  network = await breakableNetwork({ host, port: Number(port) })
  const url = new URL(whole.url)
  url.port = String(network.port)
  database = openDatabase(url.href, {
    maxConnections: 2,
    silenceMs: 300,
    onError: error => errors.push(error),
  })
})
afterAll(async () => {
  await database.close()
  await network.cut()
  await whole.close()
})

const ask = (tx: Pick<Tx, 'execute'> = database.db) => tx.execute(sql`select 1 as one`)
const failed = (work: Promise<unknown>) => work.then(() => 'done', isAway)

test('R17.03 a connection whose answer times out is closed, and replaced in the pool', async () => {
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const inTransaction = database.db.transaction(async tx => {
    await ask(tx)
    begun.resolve()
    await held.promise
    await ask(tx)
  })
  await begun.promise
  await ask()
  network.lose()
  // An idle transaction awaits no answer, so its connection is kept however long it is silent.
  expect(await failed(ask())).toBe(true)
  expect(errors).toHaveLength(1)
  expect(database.pool.totalCount).toBe(1)
  await ask()
  held.resolve()
  expect(await failed(inTransaction)).toBe(true)
  expect(errors).toHaveLength(2)
  await Promise.all([ask(), database.db.transaction(tx => ask(tx)), ask()])
})

test('R15.10 statements are not compiled, whatever their guessed costs', async () => {
  const shown = await database.db.execute(sql`select current_setting('jit') as jit`)
  expect(shown.rows).toEqual([{ jit: 'off' }])
})

test('R17.03 transactions that fail at BEGIN leak no connection', async () => {
  const two = () => Promise.allSettled([1, 2].map(() => database.db.transaction(tx => ask(tx))))
  const outcomes: string[] = []
  for (let round = 0; round < 3; round++) {
    await two()
    network.lose()
    outcomes.push(...(await two()).map(each => each.status))
  }
  expect(outcomes).toContain('rejected')
  await two()
  expect((await two()).map(each => each.status)).toEqual(['fulfilled', 'fulfilled'])
})

test('a connection that breaks while its pool is being closed is not reported', async () => {
  const reported: Error[] = []
  const closing = openDatabase(whole.url, { onError: error => reported.push(error) })
  const client = await closing.pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const broken = new Promise(resolve => client.once('error', resolve))
  const closed = closing.close()
  await database.db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`)
  expect(await broken).toMatchObject({ code: '57P01' })
  client.release(true)
  await closed
  expect(reported).toEqual([])
})
