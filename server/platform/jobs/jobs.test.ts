import { pino } from 'pino'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { breakableNetwork } from '#server/testing/doubles/breakable-network.ts'
import { createTestDatabase } from '#server/testing/setup/test-database.ts'
import { createLog, describeError } from '../telemetry/log.ts'
import { startJobs } from './jobs.ts'

async function startQueue(log = createLog('silent')) {
  const database = await createTestDatabase()
  const jobs = await startJobs(database.url, log, { work: true })
  const enqueue = (numbers: number[]) =>
    database.db.transaction(async tx => {
      for (const number of numbers) await jobs.enqueue(tx, 'tell-forum', { number })
    })
  const stop = async () => {
    await jobs.stop()
    await database.close()
  }
  return { jobs, enqueue, stop, database }
}

test('a backlog is processed without pauses', async () => {
  const { jobs, enqueue, stop } = await startQueue()
  const numbers = Array.from({ length: 45 }, (_, index) => index)
  const handled: number[] = []
  const all = Promise.withResolvers<void>()
  await jobs.consume('tell-forum', async data => {
    handled.push(z.object({ number: z.number() }).parse(data).number)
    if (handled.length === numbers.length) all.resolve()
  })
  const start = performance.now()
  await enqueue(numbers)
  await all.promise
  expect(performance.now() - start).toBeLessThan(2000)
  expect(handled.toSorted((a, b) => a - b)).toEqual(numbers)
  await stop()
})

test('of a batch of jobs only the failed one is retried, and its error is stored without its message', async () => {
  const { jobs, enqueue, stop, database } = await startQueue()
  const handled: unknown[] = []
  await jobs.consume('tell-forum', async data => {
    handled.push(data)
    if (JSON.stringify(data) === '{"number":2}') throw new Error('reader@dennik.example')
  })
  await enqueue([1, 2, 3])
  await expect.poll(() => handled.length).toBe(3)
  await expect
    .poll(
      async () =>
        (await database.pool.query(`select data, state from pgboss.job order by data->'number'`)).rows,
    )
    .toEqual([
      { data: { number: 1 }, state: 'completed' },
      { data: { number: 2 }, state: 'retry' },
      { data: { number: 3 }, state: 'completed' },
    ])
  const { rows } = await database.pool.query('select output from pgboss.job where output is not null')
  expect(rows).toMatchObject([{ output: { kind: 'Error' } }])
  expect(JSON.stringify(rows)).not.toContain('dennik.example')
  await stop()
})

test('R17.01 an error of the queue is readable in the log: what went wrong, and its code', async () => {
  const lines: string[] = []
  const log = pino({ serializers: { err: describeError } }, { write: line => lines.push(line) })
  const { jobs, stop, database } = await startQueue(log)
  await database.pool.query('alter table pgboss.job_common rename to lost')
  await jobs.consume('tell-forum', async () => undefined)
  await expect.poll(() => lines.join('')).toContain('"code":"42P01"')
  expect(lines.join('')).toContain('"reason":"relation \\"pgboss.job_common\\" does not exist')
  await stop()
})

test('a job of a transaction that is rolled back is not enqueued', async () => {
  const { jobs, database, stop } = await startQueue()
  await jobs.consume('tell-forum', async () => undefined)
  const failing = database.db.transaction(async tx => {
    await jobs.enqueue(tx, 'tell-forum', { number: 1 })
    throw new Error('changed its mind')
  })
  await expect(failing).rejects.toThrow('changed its mind')
  const { rows } = await database.pool.query(`select * from pgboss.job where name = 'tell-forum'`)
  expect(rows).toEqual([])
  await stop()
})

test('what ends after the queue was stopped still enqueues, for another process', async () => {
  const { jobs, enqueue, database } = await startQueue()
  await jobs.consume('tell-forum', async () => undefined)
  await jobs.stop()
  await enqueue([1])
  const { rows } = await database.pool.query(`select state from pgboss.job where name = 'tell-forum'`)
  expect(rows).toEqual([{ state: 'created' }])
  await database.close()
})

test('R17.03 jobs are done again, after the connections of the queue fell silent', async () => {
  const database = await createTestDatabase()
  const url = new URL(database.url)
  const network = await breakableNetwork({ host: url.hostname, port: Number(url.port) })
  url.port = String(network.port)
  const jobs = await startJobs(url.href, createLog('silent'), { work: true, silenceMs: 300 })
  const handled: unknown[] = []
  await jobs.consume('tell-forum', async data => {
    handled.push(data)
  })
  await database.db.transaction(tx => jobs.enqueue(tx, 'tell-forum', { number: 1 }))
  await expect.poll(() => handled).toEqual([{ number: 1 }])
  network.lose()
  await database.db.transaction(tx => jobs.enqueue(tx, 'tell-forum', { number: 2 }))
  await expect.poll(() => handled).toHaveLength(2)
  await jobs.stop()
  await network.cut()
  await database.close()
})
