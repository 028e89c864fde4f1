import type pg from 'pg'
import * as z from 'zod'
import { StartupError } from '../process/startup-error.ts'

/** `statement_timeout`, in milliseconds. */
export const statementMs = 20_000
/**
 * `idle_in_transaction_session_timeout`, in milliseconds: until then the locks of a hanging process block
 * others.
 */
export const idleInTransactionMs = 60_000

/**
 * Sends named statements without their names: behind a pooler in transaction mode one would be parsed on one connection
 * of PostgreSQL and executed on another. They are parsed each time instead.
 */
export function forgetNames(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (statement: unknown, ...rest: unknown[]) => unknown
  const queryUnnamed = (statement: unknown, ...rest: unknown[]) =>
    query(isNamed(statement) ? { ...statement, name: undefined } : statement, ...rest)
  // One implementation for all overloads.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  client.query = queryUnnamed as typeof client.query
}

const isNamed = (statement: unknown): statement is { name: string } =>
  typeof statement === 'object' && statement !== null && 'name' in statement && !('submit' in statement)

const Limits = z.tuple([z.object({ statement: z.string(), idle: z.string() })])

/**
 * Refuses a database over which no time limits hold: a pooler takes ours as "startup parameters" and drops them, so that
 * the database's own must hold.
 *
 * @throws StartupError with the cure
 */
export async function requireTimeLimits(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(`
    select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`)
  const [{ statement, idle }] = Limits.parse(rows)
  if (statement !== '0' && idle !== '0') return
  throw new StartupError(
    `The pooler at DATABASE_URL drops time limits: let them be the user’s own (alter role … set statement_timeout = ${statementMs}; alter role … set idle_in_transaction_session_timeout = ${idleInTransactionMs}), see docs/scale.md.`,
  )
}
