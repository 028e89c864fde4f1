import pg from 'pg'
import { type Database, openDatabase } from '#server/platform/database.ts'

export const templateName = 'profil_template'

let created = 0

/** Connection string of a database of the test run's PostgreSQL. */
export function databaseUrl(name: string): string {
  const url = new URL(process.env['TEST_POSTGRES_URL'] ?? '')
  url.pathname = `/${name}`
  return url.href
}

/** A database of one's own, copied from the migrated template in some 30 ms; dropped by `close`. */
export async function createTestDatabase(): Promise<Database & { url: string }> {
  const name = `test_${process.pid}_${created++}`
  await asAdmin(`create database ${name} template ${templateName}`)
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

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env['TEST_POSTGRES_URL'] ?? '' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
