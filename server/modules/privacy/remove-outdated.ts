import { asc, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { timeZone } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { eachAlone } from '#server/platform/jobs/each-alone.ts'
import { eraseUnconfirmed } from './erase-unconfirmed.ts'
import { personalColumns } from './personal-columns.ts'
import type { Keep } from './personal-entry.ts'
import { retentionRuns } from './tables.ts'

type RemovingDeps = Pick<Deps, 'db' | 'clock' | 'log'>

/** Batch size of a statement. */
const batch = 1000

/** Hour in Bratislava at which a night's work begins; a process that starts later catches up. */
const beginsAtHour = 2

type Rule = Extract<Keep, object> & { table: string; erased: Record<string, string> }

/** Tables with a retention period. */
const rules: readonly Rule[] = Object.entries(personalColumns).flatMap(([table, entry]) =>
  entry.rows === 'nobodys' || typeof entry.keep === 'string'
    ? []
    : [{ ...entry.keep, table, erased: entry.rows === 'changed' ? entry.erased : {} }],
)

/**
 * Deletes rows past their retention period in the registry of personal columns, and accounts that were never confirmed:
 * once a night over all processes. Each table is done independently; after a crash the next process does the rest.
 *
 * @param signal stops it between two batches
 */
export async function removeOutdated(deps: RemovingDeps, signal?: AbortSignal): Promise<void> {
  const { db, clock } = deps
  const night = clock
    .now()
    .toZonedDateTimeISO(timeZone)
    .subtract({ hours: beginsAtHour })
    .toPlainDate()
    .toString()
  const tables = [...rules.map(({ table }) => table), 'users']
  await db
    .insert(retentionRuns)
    .values(tables.map(tableName => ({ tableName })))
    .onConflictDoNothing()
  await eachAlone(deps, signal, {
    name: 'remove-outdated',
    find: page =>
      db
        .select({ id: retentionRuns.tableName })
        .from(retentionRuns)
        .where(
          sql`${or(isNull(retentionRuns.doneOn), lt(retentionRuns.doneOn, night))} and ${page.isNext(retentionRuns.tableName) ?? sql`true`}`,
        )
        .orderBy(asc(retentionRuns.tableName))
        .limit(page.limit),
    act: async ({ id }) => {
      const rule = rules.find(({ table }) => table === id)
      const isDone = rule ? await removeFrom(deps, rule, signal) : await eraseUnconfirmed(deps, signal)
      if (!isDone) return
      await db.update(retentionRuns).set({ doneOn: night }).where(eq(retentionRuns.tableName, id))
    },
  })
}

/** @returns false when it was stopped before its end */
async function removeFrom({ db, clock }: RemovingDeps, rule: Rule, signal?: AbortSignal): Promise<boolean> {
  const table = sql.identifier(rule.table)
  const due = isDue(rule, clock.now())
  const action =
    rule.goes === 'row'
      ? sql`delete from ${table}`
      : sql`update ${table} set ${sql.join(
          Object.entries(rule.erased).map(
            ([column, value]) => sql`${sql.identifier(column)} = ${sql.raw(value)}`,
          ),
          sql`, `,
        )}`
  let removed: number
  do {
    if (signal?.aborted) return false
    // Skips locked rows until the next night. Checks the condition again for rows that were changed meanwhile.
    const { rowCount } = await db.execute(sql`${action} where ctid = any(array(
      select ctid from ${table} where ${due} limit ${batch} for update skip locked)) and ${due}`)
    removed = rowCount ?? 0
  } while (removed === batch)
  return true
}

const isDue = ({ after, length, only }: Rule, now: Temporal.Instant): SQL =>
  sql`${sql.raw(after)} < ${now.toString()}::timestamptz - ${sql.raw(`interval '${length}'`)}
    and (${sql.raw(only ?? 'true')})`
