import { type ForkOptions, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import pg from 'pg'
import * as z from 'zod'
import { readerSubscriptionsSql } from '#server/testing/inspect/reader-subscriptions-sql.ts'

/**
 * The floor of an answer from the database: Fastify with nothing on it, the query that finds what is answered, prepared,
 * and the same bytes back. It runs in a process of its own, like the server that it is compared with.
 *
 * @param options of its process; as Node starts one, unless told otherwise
 */
export async function startFloorApi(
  databaseUrl: string,
  userId: string,
  body: string,
  options: ForkOptions = {},
) {
  const child = fork(fileURLToPath(import.meta.url), ['serve'], { execArgv: [], ...options })
  const text = await readerSubscriptionsSql(databaseUrl)
  child.send({ databaseUrl, text, userId, body })
  const [url] = z.tuple([z.string()], z.unknown()).parse(await once(child, 'message'))
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

type Task = { databaseUrl: string; text: string; userId: string; body: string }

async function serve({ databaseUrl, text, userId, body }: Task): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  const app = Fastify()
  const query = { name: 'floor', text, values: [[Number(userId)]] }
  app.get('/subscriptions', async (_request, reply) => {
    await pool.query(query)
    return reply.type('application/json; charset=utf-8').send(body)
  })
  // Ends with the benchmark, however that ends.
  process.once('disconnect', () => process.exit())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  process.send?.(url)
}

if (process.argv[2] === 'serve') process.once('message', (task: Task) => void serve(task))
