import { join } from 'node:path'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { projectRoot } from './project-root.ts'
import { StartupError } from './startup-error.ts'

export type Db = NodePgDatabase
/** A transaction, or the database where one statement is enough. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export type Database = { db: Db; pool: pg.Pool; close: () => Promise<void> }

/**
 * Opens a pool of connections; the first query connects.
 *
 * @param url connection string of PostgreSQL 15 or later
 * @param options.maxConnections most connections of this process
 * @param options.onIdleError told when an idle connection breaks, e.g. while PostgreSQL restarts
 */
export function openDatabase(
  url: string,
  options: { maxConnections?: number; onIdleError?: (error: Error) => void } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: 20_000,
  })
  // Without a listener a broken idle connection would end the process.
  pool.on('error', error => options.onIdleError?.(error))
  return { db: drizzle(pool, { casing: 'snake_case' }), pool, close: () => pool.end() }
}

const migrationLock = 7_302_001

/**
 * Brings the schema up to date; several processes may start at once.
 *
 * @throws StartupError when the database cannot be reached or is older than PostgreSQL 15
 */
export async function migrateDatabase({ pool }: Database): Promise<void> {
  const client = await pool.connect().catch((error: unknown) => {
    throw new StartupError(
      `PostgreSQL cannot be reached (${reasonOf(error)}): check DATABASE_URL and that the server is running.`,
    )
  })
  try {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )
    if ((rows[0]?.version ?? 0) < 150_000) {
      throw new StartupError('PostgreSQL 15 or later is needed: point DATABASE_URL at a newer server.')
    }
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migrate(drizzle(client), { migrationsFolder: join(projectRoot, 'db/migrations') })
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined)
    client.release()
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? error.message : 'unknown reason'
}
