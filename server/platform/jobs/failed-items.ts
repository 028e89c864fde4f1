import { and, asc, eq, inArray, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/database.ts'
import { Unavailable } from '../database/unavailable.ts'
import type { Deps } from '../deps.ts'
import { describeShortly } from '../log.ts'
import { createCounter } from '../metrics.ts'
import { failedItems } from './failed-items-table.ts'

type ItemDeps = Pick<Deps, 'db' | 'clock' | 'log'>

/** A repeated task, in words of ours, and the id of one of its items. */
type Item = { task: string; id: string | number }

/** Exponential backoff: 10 s, 20 s, 40 s …, at last every hour. */
const firstDelayS = 10
const longestDelayS = 3600

/** What was not tried for so long after its time had come was handled elsewhere, e.g. by a message of the gateway. */
const goneAfter = { minutes: 2 }

export const countItem = createCounter(
  'profil_items_total',
  'Items of repeated tasks that this process handled, or tried in vain.',
)

/**
 * Condition of a query that finds the items of a task: without those whose last try failed and whose next one is still
 * to come, so that however many of them there are they keep no other waiting.
 *
 * @param id the column of the item's id
 */
export const isNotPutOff = (task: string, id: SQLWrapper, now: Temporal.Instant): SQL =>
  sql`not exists (select 1 from ${failedItems} where ${failedItems.task} = ${task}
    and ${failedItems.item} = (${id})::text and ${failedItems.nextAt} > ${now.toString()}::timestamptz)`

/** Notes that an item could not be handled: logged, counted, shown to staff, and put off, each time for longer. */
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

/** Forgets the failures of items that were handled. */
export async function noteSuccess(db: Db, task: string, ids: readonly Item['id'][]): Promise<void> {
  if (ids.length === 0) return
  await db
    .delete(failedItems)
    .where(and(eq(failedItems.task, task), inArray(failedItems.item, ids.map(String))))
}

/**
 * Forgets items that are not found any more, after everything that was due has been tried.
 *
 * @param since when the run began that has tried everything
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

/** Ids of a task's items whose last try failed. */
export async function findFailedIds(db: Db, task: string): Promise<Set<string>> {
  const rows = await db.select({ id: failedItems.item }).from(failedItems).where(eq(failedItems.task, task))
  return new Set(rows.map(({ id }) => id))
}

export type FailedItem = typeof failedItems.$inferSelect

/**
 * Items whose last try failed, those that have failed the longest first.
 *
 * @param wanted.task only of this task
 * @param wanted.limit most of them
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
 * Has items tried again at the next run of their task.
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
