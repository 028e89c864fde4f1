import pg from 'pg'
import * as z from 'zod'
import { type Database, openDatabase } from '#server/platform/database/database.ts'

export const templateName = 'profil_template'

let created = 0

/** Connection string of a database of the test run's PostgreSQL. */
export function databaseUrl(name: string): string {
  const url = new URL(process.env['TEST_POSTGRES_URL'] ?? '')
  url.pathname = `/${name}`
  return url.href
}

/**
 * A database of one's own, copied from the migrated template; dropped by `close`. Its files are copied, in some 25 ms
 * where they are in memory; the other strategy would write all of it to the WAL too.
 */
export async function createTestDatabase(): Promise<Database & { url: string }> {
  const name = `test_${process.pid}_${created++}`
  await asAdmin(`create database ${name} template ${templateName} strategy file_copy`)
  const url = databaseUrl(name)
  const database = openDatabase(url)
  return {
    ...database,
    url,
    close: async () => {
      if (!database.pool.ended) await database.close()
      await asAdmin(`drop database ${name} with (force)`)
    },
  }
}

async function asAdmin(statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: process.env['TEST_POSTGRES_URL'] ?? '' })
  await client.connect()
  try {
    const { rows } = await client.query<object>(statement)
    return rows
  } finally {
    await client.end()
  }
}

/** Number of connections that are idle in transaction. */
export async function idleInTransaction(url: string): Promise<number> {
  const [row] = await asAdmin(
    `select count(*)::int as count from pg_stat_activity
     where datname = '${nameOf(url)}' and state = 'idle in transaction'`,
  )
  return z.object({ count: z.int() }).parse(row).count
}

/** Ends every connection to a database, as a restart or a failover of PostgreSQL does, and waits until they are gone. */
export const endConnections = (url: string): Promise<unknown> =>
  asAdmin(`select pg_terminate_backend(pid, 15000) from pg_stat_activity where datname = '${nameOf(url)}'`)

const nameOf = (url: string) => new URL(url).pathname.slice(1)
