import { and, asc, eq, inArray, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/database.ts'
import { Unavailable } from '../database/unavailable.ts'
import type { Deps } from '../deps.ts'
import { describeShortly } from '../telemetry/log.ts'
import { createCounter } from '../telemetry/metrics.ts'
import { failedItems } from './failed-items-table.ts'

type ItemDeps = Pick<Deps, 'db' | 'clock' | 'log'>

/** Name of a repeated task, and the id of one of its items. */
type Item = { task: string; id: string | number }

/** Exponential backoff: 10 s, 20 s, 40 s …, at last every hour. */
const firstDelayS = 10
const longestDelayS = 3600

/** An item not retried for so long after it was due was handled elsewhere, e.g. by a webhook. */
const goneAfter = { minutes: 2 }

export const countItem = createCounter(
  'profil_items_total',
  'Items of repeated tasks that this process handled, or tried in vain.',
  ['task', 'outcome'],
)

/**
 * SQL condition that leaves out items in backoff (last attempt failed, retry not due yet), so that any number
 * of them block no other.
 *
 * @param id the column of the item's id
 */
export const isNotPutOff = (task: string, id: SQLWrapper, now: Temporal.Instant): SQL =>
  sql`not exists (select 1 from ${failedItems} where ${failedItems.task} = ${task}
    and ${failedItems.item} = (${id})::text and ${failedItems.nextAt} > ${now.toString()}::timestamptz)`

/** Records a failed item: logged, counted, shown to staff, and retried with exponential backoff. */
export async function noteFailure({ db, clock, log }: ItemDeps, item: Item, error: unknown): Promise<void> {
  const { task, id } = item
  countItem({ task, outcome: 'failed' })
  log[error instanceof Unavailable ? 'warn' : 'error']({ err: error, task, item: id }, 'item failed')
  const now = clock.now()
  const values = { lastAt: now, reason: describeShortly(error) }
  await db
    .insert(failedItems)
    .values({
      ...values,
      task,
      item: String(id),
      firstAt: now,
      tries: 1,
      nextAt: now.add({ seconds: firstDelayS }),
    })
    .onConflictDoUpdate({
      target: [failedItems.task, failedItems.item],
      set: {
        ...values,
        tries: sql`${failedItems.tries} + 1`,
        nextAt: sql`${now.toString()}::timestamptz + make_interval(secs =>
          least(${longestDelayS}, ${firstDelayS} * power(2, least(${failedItems.tries}, 20))))`,
      },
    })
}

/** Deletes the failures of items that were handled. */
export async function noteSuccess(db: Db, task: string, ids: readonly Item['id'][]): Promise<void> {
  if (ids.length === 0) return
  await db
    .delete(failedItems)
    .where(and(eq(failedItems.task, task), inArray(failedItems.item, ids.map(String))))
}

/**
 * Deletes failures of items that are no longer due, after a complete run.
 *
 * @param since when that complete run began
 */
export async function forgetGone(
  { db }: Pick<Deps, 'db'>,
  task: string,
  since: Temporal.Instant,
): Promise<void> {
  await db
    .delete(failedItems)
    .where(and(eq(failedItems.task, task), lte(failedItems.nextAt, since.subtract(goneAfter))))
}

/** Ids of a task's items whose last attempt failed. */
export async function findFailedIds(db: Db, task: string): Promise<Set<string>> {
  const rows = await db.select({ id: failedItems.item }).from(failedItems).where(eq(failedItems.task, task))
  return new Set(rows.map(({ id }) => id))
}

export type FailedItem = typeof failedItems.$inferSelect

/**
 * Items whose last attempt failed, the longest failing first.
 *
 * @param wanted.task only of this task
 * @param wanted.limit page size
 */
export const listFailedItems = (
  db: Db | Tx,
  wanted: { task?: string | undefined; limit: number },
): Promise<FailedItem[]> =>
  db
    .select()
    .from(failedItems)
    .where(wanted.task === undefined ? undefined : eq(failedItems.task, wanted.task))
    .orderBy(asc(failedItems.firstAt), asc(failedItems.task), asc(failedItems.item))
    .limit(wanted.limit)

/**
 * Makes failed items due for a retry at the next run of their task.
 *
 * @param wanted.items only these of the task; all of it when not given
 * @returns the items as they were
 */
export async function retryFailedItems(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { task, items }: { task: string; items?: readonly string[] | undefined },
): Promise<FailedItem[]> {
  const which = and(
    eq(failedItems.task, task),
    items === undefined ? undefined : inArray(failedItems.item, [...items]),
  )
  const before = await tx.select().from(failedItems).where(which).for('update')
  await tx.update(failedItems).set({ nextAt: clock.now() }).where(which)
  return before
}
