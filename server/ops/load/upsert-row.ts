import { getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import * as z from 'zod'
import { columnName, insertRows } from '#server/platform/database/insert-rows.ts'
import type { LoadContext, Outcome } from './kind.ts'

type Name<T extends PgTable> = keyof T['$inferInsert'] & string
type Values = Record<string, unknown>

/**
 * Upserts a row by its unique key. Idempotent: an equal row is not written, so a repeated load leaves no trace.
 *
 * @param key columns of the unique key, which are texts or numbers
 * @param once columns that are set on insert only; the others follow the file
 * @param values the whole row
 */
export const upsertRow = <T extends PgTable>(
  context: LoadContext,
  table: T,
  key: readonly Name<T>[],
  once: readonly Name<T>[],
  values: T['$inferInsert'],
): Promise<Outcome> => write(context, table, { key, kept: [...key, ...once], target: key }, values)

/** Adds a row; one that is there already is not touched. */
export const addRow = <T extends PgTable>(
  context: LoadContext,
  table: T,
  key: readonly Name<T>[],
  values: T['$inferInsert'],
): Promise<Outcome> => write(context, table, { key, kept: Object.keys(values), target: [] }, values)

function write(
  { tx, batches }: LoadContext,
  table: PgTable,
  columns: Omit<Columns, 'names'>,
  values: Values,
): Promise<Outcome> {
  const names = Object.keys(values)
  const batch = `write ${getTableName(table)}: ${names.join(' ')}, but ${columns.kept.join(' ')}`
  return batches.do(batch, values, rows => writeRows(tx, table, { ...columns, names }, rows))
}

type Columns = {
  /** Which tell the rows apart. */
  key: readonly string[]
  names: readonly string[]
  /** Which stay as they are in a row that is there. */
  kept: readonly string[]
  /** Of the unique key that may be there already; any when empty. */
  target: readonly string[]
}

async function writeRows(
  tx: LoadContext['tx'],
  table: PgTable,
  { key, names, kept, target }: Columns,
  rows: readonly Values[],
): Promise<Outcome[]> {
  const quoted = (some: readonly string[], before = '') =>
    some.map(name => `${before}"${columnName(table, name)}"`).join(', ')
  const into = `"${getTableName(table)}"`
  const changes = names.filter(name => !kept.includes(name))
  const onConflict =
    changes.length === 0
      ? 'nothing'
      : `update set ${changes.map(name => `${quoted([name])} = ${quoted([name], 'excluded.')}`).join(', ')}
         where (${quoted(changes, `${into}.`)}) is distinct from (${quoted(changes, 'excluded.')})`
  // xmax is 0 only in a row that this statement inserted.
  const written = await insertRows(
    tx,
    table,
    rows,
    `on conflict ${target.length === 0 ? '' : `(${quoted(target)})`} do ${onConflict}
      returning concat_ws(' ', ${quoted(key, `${into}.`)}) as key, ${into}.xmax = 0 as added`,
  )
  const outcomes = new Map(
    Written.parse(written).map(({ key, added }) => [key, added ? ('added' as const) : ('changed' as const)]),
  )
  return rows.map(row => {
    const name = key.map(each => String(row[each])).join(' ')
    const outcome = outcomes.get(name) ?? 'unchanged'
    // A second one with the same key finds the first.
    outcomes.delete(name)
    return outcome
  })
}

const Written = z.array(z.object({ key: z.string(), added: z.boolean() }))
