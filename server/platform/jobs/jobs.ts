import { sql } from 'drizzle-orm'
import { fromDrizzle, type JobResult, PgBoss } from 'pg-boss'
import { longestSilenceMs, type Tx } from '../database/database.ts'
import { describeError, type Log } from '../telemetry/log.ts'
import { createCounter } from '../telemetry/metrics.ts'
import { FinalFailure } from './final-failure.ts'

/** Every queue; each process creates them before its first transaction enqueues a job. */
const queues = [
  'account-mail',
  'deliver-mail',
  'deliver-sms',
  'refresh-payment',
  'hear-gateway',
  'make-data-archive',
  'refund-payment',
  'tell-forum',
  'unfollow-all',
  'withdraw',
] as const
export type Queue = (typeof queues)[number]

/**
 * The job queue: enqueued in the transaction of the fact (transactional outbox), done by a worker, delivered at
 * least once, so handlers are idempotent.
 */
export type Jobs = {
  /** Enqueues jobs in the given transaction: both commit, or neither does. */
  enqueue(tx: Tx, queue: Queue, ...data: object[]): Promise<void>
  /** Handles the jobs of a queue, in a worker; a thrown error means a retry, unless this is the last try. */
  consume(queue: Queue, handle: (data: unknown, isLastTry: boolean) => Promise<void>): Promise<void>
  /** Takes no more jobs, and waits five seconds for those under way; others are done again. What still runs may enqueue. */
  stop: () => Promise<void>
}

/**
 * Exponential backoff from seconds to an hour, for three days, so that a mail server may be down for a weekend.
 */
const retries = { retryLimit: 80, retryDelay: 2, retryBackoff: true, retryDelayMax: 3600 } as const

/**
 * Heartbeat timeout: a job whose worker was killed is queued again by the supervision that every worker takes
 * part in.
 */
const lostAfterS = 10
const supervisedEveryS = 10

/** Polling interval for retries; new jobs are notified at once. */
const lookedForEveryS = 5

/** A backlog is fetched without pauses; batches of one would come at the polling interval. */
const batches = {
  batchSize: 10,
  burstWhenBatchFull: true,
  perJobResults: true,
  includeMetadata: true,
  notifyPollingIntervalSeconds: lookedForEveryS,
} as const

/**
 * How long the queue's own connections wait; pg-boss hands it on to them. Without it a worker whose answer never comes,
 * since the database's host stood still, looks for no job any more.
 *
 * @param silenceMs after which a statement fails, and its connection is closed
 */
const patience = (silenceMs = longestSilenceMs) => ({
  connectionTimeoutMillis: 5000,
  query_timeout: silenceMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
})

/**
 * Starts the job queue over the same database.
 *
 * @param url connection string of the database
 * @param options.work false in a process that only enqueues
 * @param options.isPooled whether the address leads through a pooler: then jobs are looked for every 2 seconds
 * @param options.silenceMs after which a statement of the queue fails, and its connection is closed
 */
export async function startJobs(
  url: string,
  log: Log,
  options: { work: boolean; isPooled?: boolean; silenceMs?: number },
): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'profil-jobs',
    max: 3,
    ...patience(options.silenceMs),
    supervise: options.work,
    superviseIntervalSeconds: supervisedEveryS,
    monitorIntervalSeconds: supervisedEveryS,
    schedule: false,
    // A pooler tells twice of a connection that has ended, and the queue's listener hears only the first: the second would
    // end the process.
    useListenNotify: options.work && !options.isPooled,
  })
  // Some are plain objects. Their messages are about the queue's own statements, which hold no personal data.
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
        for (const { id, data, retryCount, retryLimit } of jobs)
          results.push({ id, ...(await settle(log, queue, () => handle(data, retryCount >= retryLimit))) })
        return results
      })
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}

async function declare(boss: PgBoss, queue: Queue): Promise<void> {
  const settings = { ...retries, heartbeatSeconds: lostAfterS, notify: true }
  await boss.createQueue(queue, settings)
  // `createQueue` leaves the settings of an existing queue as they are.
  await boss.updateQueue(queue, settings)
  // Fills pg-boss' cache of queues now, and not in the first transaction that enqueues.
  await boss.insert(queue, [])
}

const countJob = createCounter('profil_jobs_total', 'Jobs that this process did, or tried in vain.', [
  'queue',
  'outcome',
])

/** Each job of a batch succeeds or is retried alone. Its error is stored without its message. */
async function settle(log: Log, queue: string, work: () => Promise<void>): Promise<Omit<JobResult, 'id'>> {
  try {
    await work()
    countJob({ queue, outcome: 'done' })
    return { status: 'completed' }
  } catch (error) {
    const isFinal = error instanceof FinalFailure
    countJob({ queue, outcome: isFinal ? 'refused' : 'failed' })
    log[isFinal ? 'warn' : 'error']({ err: error, queue }, 'job failed')
    // Without a dead letter queue `deadletter` fails the job, whatever retries it has left.
    return { status: isFinal ? 'deadletter' : 'failed', output: describeError(error) }
  }
}
