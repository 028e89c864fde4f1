import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import * as z from 'zod'

/** The connection of the transaction that the current async context is in. */
export const clientOfTransaction = new AsyncLocalStorage<pg.PoolClient>()

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** A value in the text format of COPY. */
const fieldOf = (value: string | null): string =>
  value === null ? '\\N' : value.replaceAll(/[\\\t\n\r]/g, letter => escapes[letter] ?? letter)

/**
 * Writes rows by COPY, in the transaction that is open.
 *
 * @param table whose columns they have
 * @param rows at least one, all with the same columns
 * @param into another table with such columns, e.g. a temporary one
 * @throws when no transaction is open, or a row has other columns than the first one
 */
export async function copyRows(
  table: PgTable,
  rows: readonly Readonly<Record<string, unknown>>[],
  into = getTableName(table),
): Promise<void> {
  const client = clientOfTransaction.getStore()
  if (!client) throw new Error('Rows are copied in a transaction only')
  const names = Object.keys(rows[0] ?? {})
  const columns = names.map(name => columnOf(table, name))
  const lines = rows.map(row => {
    // Else what is left out or too much would be lost without a word.
    const isAlike = Object.keys(row).length === names.length && names.every(name => name in row)
    if (!isAlike) throw new Error(`Rows of ${into} differ in their columns`)
    return `${columns.map((column, place) => fieldOf(driven(column, row[names[place] ?? '']))).join('\t')}\n`
  })
  const quoted = names.map(name => `"${columnName(table, name)}"`).join(', ')
  await pipeline(Readable.from([lines.join('')]), client.query(from(`copy "${into}" (${quoted}) from stdin`)))
}

/**
 * Inserts rows that may be there already: COPY into a temporary table, and from there into the table itself.
 *
 * @param table whose columns they have
 * @param rows at least one, all with the same columns
 * @param ending of the statement: `on conflict …` and `returning …`
 * @returns what the statement returns
 */
export async function insertRows(
  tx: Pick<NodePgDatabase, 'execute'>,
  table: PgTable,
  rows: readonly Readonly<Record<string, unknown>>[],
  ending: string,
): Promise<Record<string, unknown>[]> {
  const into = `"${getTableName(table)}"`
  const names = Object.keys(rows[0] ?? {})
    .map(name => `"${columnName(table, name)}"`)
    .join(', ')
  const create = `create temporary table copying on commit drop as select ${names} from ${into} with no data`
  await tx.execute(sql.raw(create))
  await copyRows(table, rows, 'copying')
  const written = await tx.execute(sql.raw(`insert into ${into} (${names}) select * from copying ${ending}`))
  await tx.execute(sql.raw('drop table copying'))
  return written.rows
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

const Sent = z.union([z.string(), z.number(), z.boolean()])

/** A value as it is sent to PostgreSQL. */
const driven = (column: PgColumn, value: unknown): string | null =>
  value === null || value === undefined ? null : String(Sent.parse(column.mapToDriverValue(value)))
