import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Tx } from './database.ts'
import type { Log } from './log.ts'

/** Work that follows a fact: queued in the fact's transaction, done by a worker, borne when it comes twice. */
export type Jobs = {
  /** Queues a job inside the given transaction: no job without its fact, no fact without its job. */
  enqueue(tx: Tx, queue: string, data: object): Promise<void>
  /** Declares a queue and, in a process that works, its consumer; a thrown error means "again later". */
  consume(queue: string, handle: (data: unknown) => Promise<void>): Promise<void>
  stop: () => Promise<void>
}

const retries = { retryLimit: 12, retryDelay: 2, retryBackoff: true, retryDelayMax: 3600 } as const

/**
 * Starts the job queue over the same database.
 *
 * @param url connection string of the database
 * @param options.work false in a process that only queues
 */
export async function startJobs(url: string, log: Log, options: { work: boolean }): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'profil-jobs',
    max: 3,
    supervise: options.work,
    schedule: false,
    useListenNotify: options.work,
  })
  boss.on('error', error => log.error({ err: error }, 'job queue'))
  await boss.start()
  return {
    enqueue: async (tx, queue, data) => {
      await boss.send(queue, data, { db: fromDrizzle(tx, sql) })
    },
    consume: async (queue, handle) => {
      await boss.createQueue(queue, { ...retries, notify: true })
      if (!options.work) return
      await boss.work(queue, { batchSize: 1, burstWhenBatchFull: true }, async jobs => {
        for (const job of jobs) await handle(job.data)
      })
    },
    stop: () => boss.stop({ graceful: true, timeout: 8000 }),
  }
}
