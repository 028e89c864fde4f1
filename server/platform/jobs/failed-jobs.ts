import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Db, Tx } from '../database/database.ts'

/** The queue's own table (pg-boss); what a job holds is never read here, since it may be a secret. */
const jobs = sql`pgboss.job`

const FailedJob = z.object({
  id: z.string(),
  queue: z.string(),
  /** `failed`: all retries used up (a dead letter). `retry`: will be retried. */
  state: z.enum(['failed', 'retry']),
  tries: z.number(),
  error: z.string().nullable(),
  created_at: z.string(),
  next_at: z.string().nullable(),
})
export type FailedJob = z.infer<typeof FailedJob>

const utc = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`)

const described = sql`id, name as queue, state, retry_count + 1 as tries,
  concat_ws(' ', output->>'kind', output->>'code') as error, ${utc('created_on')} as created_at,
  case when state = 'retry' then ${utc('start_after')} end as next_at`

/**
 * Failed jobs, newest first: those that were given up, and those that will be retried.
 *
 * @param wanted.queue only of this queue
 * @param wanted.limit page size
 */
export async function listFailedJobs(
  db: Db | Tx,
  wanted: { queue?: string | undefined; limit: number },
): Promise<FailedJob[]> {
  const ofQueue = wanted.queue === undefined ? sql`true` : sql`name = ${wanted.queue}`
  const { rows } = await db.execute(sql`
    select ${described} from ${jobs} where state in ('failed', 'retry') and ${ofQueue}
    order by created_on desc, id limit ${wanted.limit}`)
  return z.array(FailedJob).parse(rows)
}

const QueueState = z.object({
  queue: z.string(),
  waiting: z.number(),
  active: z.number(),
  retry: z.number(),
  failed: z.number(),
})

/** Number of jobs of each queue by state: waiting, active, to be retried, given up. */
export async function countJobs(db: Db | Tx): Promise<z.infer<typeof QueueState>[]> {
  const counted = (state: string) => sql`count(*) filter (where job.state = ${state})::int`
  const { rows } = await db.execute(sql`
    select queue.name as queue, ${counted('created')} as waiting, ${counted('active')} as active,
      ${counted('retry')} as retry, ${counted('failed')} as failed
    from pgboss.queue left join ${jobs} on job.name = queue.name
    where queue.name not like '\\_\\_pgboss%' group by queue.name order by queue.name`)
  return z.array(QueueState).parse(rows)
}

/**
 * Retries failed jobs at once, also those in backoff. Concurrent calls: each job is taken by one.
 *
 * @param wanted.ids only these of the queue; all that failed when not given
 * @returns the jobs as they were
 */
export async function retryFailedJobs(
  tx: Tx,
  wanted: { queue: string; ids?: readonly string[] | undefined },
): Promise<FailedJob[]> {
  // One array parameter for any number of ids.
  const among = (ids: readonly string[]) => sql`id = any(${sql.param([...ids])}::uuid[])`
  const chosen = wanted.ids === undefined ? sql`true` : among(wanted.ids)
  // clock_timestamp() and not now(): this transaction may have begun before one that has just retried the job.
  const { rows } = await tx.execute(sql`
    select ${described} from ${jobs}
    where name = ${wanted.queue} and ${chosen}
      and (state = 'failed' or (state = 'retry' and start_after > clock_timestamp()))
    order by id for update skip locked`)
  const found = z.array(FailedJob).parse(rows)
  if (found.length === 0) return []
  await tx.execute(sql`
    update ${jobs} set state = 'retry', retry_limit = greatest(retry_limit, retry_count + 1),
      completed_on = null, start_after = now(), keep_until = greatest(keep_until, now() + interval '1 day')
    where name = ${wanted.queue} and ${among(found.map(({ id }) => id))}`)
  return found
}
