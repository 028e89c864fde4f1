import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { from } from 'pg-copy-streams'

/** The connection of the transaction that the current async context is in. */
export const clientOfTransaction = new AsyncLocalStorage<pg.PoolClient>()

type Row = Readonly<Record<string, unknown>>

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** A value in the text format of COPY. */
const fieldOf = (value: string | null): string =>
  value === null ? '\\N' : value.replaceAll(/[\\\t\n\r]/g, letter => escapes[letter] ?? letter)

/**
 * Writes rows by COPY, in the transaction that is open.
 *
 * @param table whose columns they have
 * @param rows at least one, all with the same columns
 * @throws when no transaction is open, or a row has other columns than the first one
 */
export async function copyRows(table: PgTable, rows: readonly Row[]): Promise<void> {
  const client = clientOfTransaction.getStore()
  if (!client) throw new Error('Rows are copied in a transaction only')
  const columns = columnsOf(table, rows)
  const lines = rows.map(
    row => `${columns.map(({ name, column }) => fieldOf(driven(column, row[name]))).join('\t')}\n`,
  )
  const copy = `copy "${getTableName(table)}" (${columns.map(({ quoted }) => quoted).join(', ')}) from stdin`
  await pipeline(Readable.from([lines.join('')]), client.query(from(copy)))
}

/**
 * Inserts rows that may be there already, by one statement: each column is one parameter, an array. COPY knows no
 * `on conflict`, and a temporary table between is made, filled and dropped by three statements more.
 *
 * @param table whose columns they have
 * @param rows at least one, all with the same columns
 * @param ending of the statement: `on conflict …` and `returning …`
 * @returns what the statement returns
 */
export async function insertRows(
  tx: { execute(statement: SQL): Promise<{ rows: Record<string, unknown>[] }> },
  table: PgTable,
  rows: readonly Row[],
  ending: string,
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
  `{${values.map(value => (value === null ? 'NULL' : `"${value.replaceAll(/["\\]/g, '\\$&')}"`)).join(',')}}`

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
