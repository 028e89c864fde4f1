import { or, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/platform/database/database.ts'
import type { Outcome } from './kind.ts'

/**
 * Upserts a row by its unique key. Idempotent: an equal row is not written, so a repeated load leaves no trace.
 *
 * @param known columns of the unique key
 * @param values the whole row
 * @param owned columns that follow the file; the others are set on insert only
 */
export const upsertRow = <T extends PgTable>(
  tx: Tx,
  table: T,
  known: PgColumn[],
  values: T['$inferInsert'],
  owned: readonly PgColumn[],
): Promise<Outcome> => upsert(tx, table, known, values, owned)

async function upsert(
  tx: Tx,
  table: PgTable,
  known: PgColumn[],
  values: Record<string, unknown>,
  owned: readonly PgColumn[],
): Promise<Outcome> {
  const changes = owned.map(column => ({ column, value: values[column.name] ?? null }))
  const differs = or(
    ...changes.map(({ column, value }) => sql`${column} is distinct from ${sql.param(value, column)}`),
  )
  const [written] = await tx
    .insert(table)
    .values(values)
    .onConflictDoUpdate({
      target: known,
      set: Object.fromEntries(changes.map(({ column, value }) => [column.name, value])),
      setWhere: differs ?? sql`false`,
    })
    // xmax is 0 only in a row that this statement inserted.
    .returning({ added: sql<boolean>`xmax = 0` })
  if (written === undefined) return 'unchanged'
  return written.added ? 'added' : 'changed'
}
