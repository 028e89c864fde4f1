import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** The connection of the transaction that the current async context is in. */
export const clientOfTransaction = new AsyncLocalStorage<pg.PoolClient>()

/**
 * Pipeline mode: statements of the open transaction are sent without waiting for the answers to those before, so that
 * PostgreSQL works while this process reads. They are done in the order in which they are sent; after one that fails, all
 * others fail until the rollback.
 *
 * @param work awaits all that it sends
 * @throws when no transaction is open
 */
export async function pipelined<T>(work: () => Promise<T>): Promise<T> {
  const client = clientOfTransaction.getStore()
  if (!client) throw new Error('Statements are pipelined in a transaction only')
  // Read at each statement, though the driver's types have it as an option of a connection's whole life.
  Object.assign(client, { pipeline: true })
  try {
    return await work()
  } finally {
    Object.assign(client, { pipeline: false })
  }
}
