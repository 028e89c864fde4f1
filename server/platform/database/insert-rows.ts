import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

type Row = Readonly<Record<string, unknown>>

/**
 * Inserts rows by one statement: each column is one parameter, an array. COPY knows no `on conflict`, and a temporary table
 * between is made, filled and dropped by three statements more.
 *
 * @param table whose columns they have
 * @param rows at least one, all with the same columns
 * @param ending of the statement: `on conflict …` and `returning …`, if any
 * @returns what the statement returns
 */
export async function insertRows(
  tx: { execute(statement: SQL): Promise<{ rows: Record<string, unknown>[] }> },
  table: PgTable,
  rows: readonly Row[],
  ending = '',
): Promise<Record<string, unknown>[]> {
  const columns = columnsOf(table, rows)
  const names = columns.map(({ quoted }) => quoted).join(', ')
  // Cast one by one: an array of arrays would come apart into its innermost values.
  const values = columns.map(({ quoted, column }) => `${quoted}::${column.getSQLType()}`).join(', ')
  const arrays = columns.map(
    ({ name, column }): SQL => sql`${arrayOf(rows.map(row => driven(column, row[name])))}::text[]`,
  )
  const { rows: written } = await tx.execute(sql`
    insert into ${sql.raw(`"${getTableName(table)}" (${names}) select ${values}`)}
    from unnest(${sql.join(arrays, sql`, `)}) ${sql.raw(`as given (${names}) ${ending}`)}`)
  return written
}

/** Values as the text of an array: the driver makes the same of a list in twice the time. */
const arrayOf = (values: readonly (string | null)[]): string =>
  `{${values.map(value => (value === null ? 'NULL' : `"${escaped(value)}"`)).join(',')}}`

/** Most have nothing to escape. */
const escaped = (value: string) =>
  value.includes('"') || value.includes('\\') ? value.replaceAll(/["\\]/g, '\\$&') : value

/** @throws when rows have other columns than the first one: what is left out or too much would be lost without a word */
function columnsOf(table: PgTable, rows: readonly Row[]) {
  const names = Object.keys(rows[0] ?? {})
  const isAlike = (row: Row) => Object.keys(row).length === names.length && names.every(name => name in row)
  if (!rows.every(isAlike)) throw new Error(`Rows of ${getTableName(table)} differ in their columns`)
  return names.map(name => ({
    name,
    column: columnOf(table, name),
    quoted: `"${columnName(table, name)}"`,
  }))
}

function columnOf(table: PgTable, name: string): PgColumn {
  const columns: Record<string, PgColumn> = getTableColumns(table)
  const column = columns[name]
  if (!column) throw new Error(`There is no column ${name}`)
  return column
}

/** Name of a column in the database: that of the code in snake case. */
export function columnName(table: PgTable, name: string): string {
  columnOf(table, name)
  return name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}

/** A value as it is sent to PostgreSQL. */
function driven(column: PgColumn, value: unknown): string | null {
  if (value === null || value === undefined) return null
  const sent: unknown = column.mapToDriverValue(value)
  if (typeof sent === 'string') return sent
  if (typeof sent === 'number' || typeof sent === 'boolean') return String(sent)
  throw new Error(`Values of ${column.name} are neither texts nor numbers`)
}
