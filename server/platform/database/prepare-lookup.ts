import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { inBatches } from '../jobs/in-batches.ts'

/**
 * Prepares the lookup of rows by a key. Batched: concurrent lookups become one query. That of a single key is prepared
 * apart: PostgreSQL keeps its plan, while it may plan anew for each list of keys, since it takes an unknown one to be
 * long; among many rows, planning takes longer than the query.
 *
 * @param column which holds the key
 * @param prepare makes the query of rows that a condition holds for; its name ends in the suffix
 * @param keyOf the key of a row
 * @returns looks one key up; undefined when there is no row
 */
export function prepareLookup<Row>(
  column: PgColumn,
  prepare: (isAskedFor: SQL, suffix: string) => { execute(values: Record<string, unknown>): Promise<Row[]> },
  keyOf: (row: Row) => number,
): (key: number) => Promise<Row[] | undefined> {
  const ofOne = prepare(eq(column, sql.placeholder('key')), '_of_one')
  const ofMany = prepare(sql`${column} = any(${sql.placeholder('keys')})`, '')
  return inBatches(async (keys: number[]) => {
    const [key, ...others] = keys
    const rows = others.length === 0 ? await ofOne.execute({ key }) : await ofMany.execute({ keys })
    return Map.groupBy(rows, keyOf)
  })
}
