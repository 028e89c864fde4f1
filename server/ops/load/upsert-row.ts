import { getTableColumns, or, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/platform/database/database.ts'
import type { Outcome } from './kind.ts'

type Name<T extends PgTable> = keyof T['$inferInsert'] & string

/**
 * Upserts a row by its unique key. Idempotent: an equal row is not written, so a repeated load leaves no trace.
 *
 * @param key columns of the unique key
 * @param once columns that are set on insert only; the others follow the file
 * @param values the whole row
 */
export async function upsertRow<T extends PgTable>(
  tx: Tx,
  table: T,
  key: readonly Name<T>[],
  once: readonly Name<T>[],
  values: T['$inferInsert'],
): Promise<Outcome> {
  const into: PgTable = table
  const kept = new Set<string>([...key, ...once])
  const columns = Object.entries<PgColumn>(getTableColumns(into))
  const row: Record<string, unknown> = values
  const changes = columns
    .filter(([name]) => name in row && !kept.has(name))
    .map(([name, column]) => ({ name, column, value: row[name] ?? null }))
  const differs = or(
    ...changes.map(({ column, value }) => sql`${column} is distinct from ${sql.param(value, column)}`),
  )
  const [written] = await tx
    .insert(into)
    .values(row)
    .onConflictDoUpdate({
      target: columns.flatMap(([name, column]) => (key.some(each => each === name) ? [column] : [])),
      set: Object.fromEntries(changes.map(({ name, value }) => [name, value])),
      setWhere: differs ?? sql`false`,
    })
    // xmax is 0 only in a row that this statement inserted.
    .returning({ added: sql<boolean>`xmax = 0` })
  if (written === undefined) return 'unchanged'
  return written.added ? 'added' : 'changed'
}

/** Adds a row; one that is there already is not touched. */
export async function addRow<T extends PgTable>(
  tx: Tx,
  table: T,
  values: T['$inferInsert'],
): Promise<Outcome> {
  const into: PgTable = table
  const { rowCount } = await tx.insert(into).values(values).onConflictDoNothing()
  return rowCount === 0 ? 'unchanged' : 'added'
}
