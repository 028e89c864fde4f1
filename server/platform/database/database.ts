import { AsyncLocalStorage } from 'node:async_hooks'
import { Socket } from 'node:net'
import type { ExtractTablesWithRelations } from 'drizzle-orm'
import { drizzle, type NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { clientOfTransaction } from './pipeline.ts'
import { forgetNames, idleInTransactionMs, statementMs } from './pooler.ts'

type Schema = Record<string, never>
export type Db = NodePgDatabase<Schema>
/** A transaction: statements in it commit or roll back together. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export type Database = { db: Db; pool: pg.Pool; close: () => Promise<void> }

/** For reads of several statements that belong together: one moment for all; PostgreSQL refuses locks and writes in it. */
export const snapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

/** Socket timeout while an answer is awaited, in milliseconds: the database's host is gone or hangs. */
export const longestSilenceMs = 25_000
const casing = 'snake_case'

/**
 * Opens a pool of connections; the first query connects.
 *
 * @param url connection string of PostgreSQL 15 or later
 * @param options.isPooled whether the address is that of a pooler in transaction mode (DATABASE_DIRECT_URL is another one)
 * @param options.maxConnections most connections of this process
 * @param options.silenceMs after which a connection is given up on which an answer is awaited
 * @param options.onError told when a connection breaks, e.g. while PostgreSQL restarts, unless it is being closed; what was
 *   asked over it fails
 */
export function openDatabase(
  url: string,
  options: {
    isPooled?: boolean
    maxConnections?: number
    silenceMs?: number
    onError?: (error: Error) => void
  } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // pg-pool awaits it, which its types do not say.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: async client => {
      giveUpSilent(client, options.silenceMs)
      // Statements over many rows are few and take less time than compiling them (JIT). By a statement, since poolers refuse
      // it at the beginning; behind one in transaction mode the user's own setting holds.
      if (!options.isPooled) await client.query('set jit = off')
    },
  })
  pool.on('connect', client => {
    // The pool listens only to connections that are not in use; an unhandled 'error' event ends the process.
    client.on('error', error => {
      // On closing, PostgreSQL may be shut down before it has read that the connection is over.
      if (!pool.ending) options.onError?.(error)
    })
    if (options.isPooled) forgetNames(client)
  })
  // Already reported by its connection.
  pool.on('error', () => undefined)
  const db = drizzle(pool, { casing })
  db.transaction = transactionsOver(pool)
  return { db, pool, close: () => pool.end() }
}

/**
 * Why the current async context holds a connection: `transaction`, or a `HoldingPlace`; undefined where it
 * holds none.
 */
export const heldFor = new AsyncLocalStorage<string>()

/** Replaces Drizzle's own, which leaks a connection when `begin` fails. */
function transactionsOver(pool: pg.Pool): Db['transaction'] {
  const dialect = new PgDialect({ casing })
  return async (work, config) => {
    const client = await pool.connect()
    const session = new NodePgSession<Schema, ExtractTablesWithRelations<Schema>>(client, dialect, undefined)
    try {
      return await session.transaction(
        tx => clientOfTransaction.run(client, () => heldFor.run('transaction', async () => work(tx))),
        config,
      )
    } finally {
      // A connection that is not idle ('I') after the transaction is destroyed and not reused.
      client.release(client.getTransactionStatus() !== 'I')
    }
  }
}

/** Ends a connection on which an awaited answer times out, so that its query fails instead of hanging. */
export function giveUpSilent(client: pg.ClientBase, silenceMs = longestSilenceMs): void {
  if (!(client instanceof pg.Client)) return
  const { stream } = client.connection
  if (!(stream instanceof Socket)) return
  stream.setTimeout(silenceMs)
  stream.on('timeout', () => {
    const isAwaited = 'readyForQuery' in client && client.readyForQuery === false
    if (isAwaited) stream.destroy(Object.assign(new Error('PostgreSQL is silent'), { code: 'ETIMEDOUT' }))
  })
}
