import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Whether a column is one of many values, which are one parameter: `inArray` makes one of each, and a long statement. */
export const isAnyOf = (column: PgColumn, values: readonly (string | number)[]): SQL =>
  sql`${column} = any(${sql.param([...values])})`
