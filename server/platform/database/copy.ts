import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'

/** The connection of the transaction that the current async context is in. */
export const clientOfTransaction = new AsyncLocalStorage<pg.PoolClient>()

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** A value in the text format of COPY. */
const fieldOf = (value: string | null): string =>
  value === null ? '\\N' : value.replaceAll(/[\\\t\n\r]/g, letter => escapes[letter] ?? letter)

/**
 * Writes rows into a table by COPY, in the transaction that is open.
 *
 * @param into the table with its columns, quoted: `"users" ("email", "locale")`
 * @param rows values as they are sent to PostgreSQL
 * @throws when no transaction is open
 */
export async function copyRows(into: string, rows: readonly (readonly (string | null)[])[]): Promise<void> {
  const client = clientOfTransaction.getStore()
  if (!client) throw new Error('Rows are copied in a transaction only')
  const lines = rows.map(row => `${row.map(fieldOf).join('\t')}\n`)
  await pipeline(Readable.from([lines.join('')]), client.query(from(`copy ${into} from stdin`)))
}
