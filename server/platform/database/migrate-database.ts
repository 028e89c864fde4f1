import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { DatabaseError, type Pool } from 'pg'
import { projectRoot } from '../process/project-root.ts'
import { StartupError } from '../process/startup-error.ts'
import { openDatabase } from './database.ts'

const migrationLock = 7_302_001

/**
 * Runs pending migrations; safe when several processes start at once.
 *
 * @param url where a session lasts, since its advisory lock does
 * @throws StartupError when the database cannot be reached or is older than PostgreSQL 15
 */
export async function migrateDatabase(url: string): Promise<void> {
  const { pool, close } = openDatabase(url, { maxConnections: 1 })
  try {
    await runMigrations(pool)
  } finally {
    await close()
  }
}

async function runMigrations(pool: Pool): Promise<void> {
  const refuse = (error: unknown): never => {
    throw new StartupError(
      `PostgreSQL cannot be reached (${reasonOf(error)}): check DATABASE_URL and that the server is running.`,
    )
  }
  const client = await pool.connect().catch(refuse)
  try {
    // A pooler takes the connection, and only the first statement tells whether there is a database behind it.
    const { rows } = await client
      .query<{ version: number }>(`select current_setting('server_version_num')::int as version`)
      .catch(refuse)
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
  if (error instanceof DatabaseError) return error.message
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? error.message : 'unknown reason'
}
