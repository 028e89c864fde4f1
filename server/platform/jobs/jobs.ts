import { sql } from 'drizzle-orm'
import { fromDrizzle, type JobResult, PgBoss } from 'pg-boss'
import type { Tx } from '../database/database.ts'
import { describeError, type Log } from '../log.ts'
import { createCounter } from '../metrics.ts'
import { FinalFailure } from './final-failure.ts'

/** Every queue that there is; each is known to every process before the first transaction puts a job into it. */
const queues = [
  'account-mail',
  'deliver-mail',
  'deliver-sms',
  'refresh-payment',
  'refund-payment',
  'tell-forum',
  'unfollow-all',
] as const
export type Queue = (typeof queues)[number]

/** Work that follows a fact: queued in the fact's transaction, done by a worker, borne when it comes twice. */
export type Jobs = {
  /** Queues jobs inside the given transaction: no job without its fact, no fact without its job. */
  enqueue(tx: Tx, queue: Queue, ...data: object[]): Promise<void>
  /** Does the jobs of a queue, in a process that works; a thrown error means "again later". */
  consume(queue: Queue, handle: (data: unknown) => Promise<void>): Promise<void>
  stop: () => Promise<void>
}

/** Until three days are over: within seconds at first, then every hour, so that a mail server may be down for a weekend. */
const retries = { retryLimit: 80, retryDelay: 2, retryBackoff: true, retryDelayMax: 3600 } as const

/**
 * What a process was doing when it was killed is done by another one: a job of which nothing was heard for so long is
 * queued again by the supervision, which every process that works takes part in.
 */
const lostAfterS = 10
const supervisedEveryS = 10

/** New jobs are told of at once; those that come again later are looked for. */
const lookedForEveryS = 5

/** A backlog is fetched without pauses; batches of one would come at the polling interval, however many wait. */
const batches = {
  batchSize: 10,
  burstWhenBatchFull: true,
  perJobResults: true,
  notifyPollingIntervalSeconds: lookedForEveryS,
} as const

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
    superviseIntervalSeconds: supervisedEveryS,
    monitorIntervalSeconds: supervisedEveryS,
    schedule: false,
    useListenNotify: options.work,
  })
  // Some come as plain objects. What they say is of the queue's own statements, which hold nothing that a reader typed.
  boss.on('error', error => {
    log.error({ err: Object.assign(new Error(error.message), error), reason: error.message }, 'job queue')
  })
  await boss.start()
  for (const queue of queues) await declare(boss, queue)
  return {
    enqueue: async (tx, queue, ...data) => {
      await boss.insert(
        queue,
        data.map(each => ({ data: each })),
        { db: fromDrizzle(tx, sql) },
      )
    },
    consume: async (queue, handle) => {
      if (!options.work) return
      await boss.work(queue, batches, async jobs => {
        const results: JobResult[] = []
        for (const { id, data } of jobs)
          results.push({ id, ...(await settle(log, queue, () => handle(data))) })
        return results
      })
    },
    stop: () => boss.stop({ graceful: true, timeout: 8000 }),
  }
}

async function declare(boss: PgBoss, queue: Queue): Promise<void> {
  const settings = { ...retries, heartbeatSeconds: lostAfterS, notify: true }
  await boss.createQueue(queue, settings)
  // One that was there already keeps what it was created with.
  await boss.updateQueue(queue, settings)
  // It is looked up now, and not by the first transaction that puts a job into it.
  await boss.insert(queue, [])
}

const countJob = createCounter('profil_jobs_total', 'Jobs that this process did, or tried in vain.')

/** Each job of a batch stands for itself: one that fails comes again alone. Its error is kept without its message. */
async function settle(log: Log, queue: string, work: () => Promise<void>): Promise<Omit<JobResult, 'id'>> {
  try {
    await work()
    countJob({ queue, outcome: 'done' })
    return { status: 'completed' }
  } catch (error) {
    countJob({ queue, outcome: 'failed' })
    const isFinal = error instanceof FinalFailure
    log[isFinal ? 'warn' : 'error']({ err: error, queue }, 'job failed')
    // Of a queue without a dead letter queue such a job has failed, whatever tries it has left.
    return { status: isFinal ? 'deadletter' : 'failed', output: describeError(error) }
  }
}
