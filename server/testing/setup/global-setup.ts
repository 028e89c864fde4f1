import { makeTemplate, startTestPostgres } from './test-postgres.ts'

/**
 * One PostgreSQL for the whole run and one migrated template, of which every test file gets its own copy.
 * TEST_DATABASE_URL takes a server of one's own, whose user may create databases.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const own = process.env['TEST_DATABASE_URL']
  const embedded = own === undefined ? await startTestPostgres() : undefined
  process.env['TEST_POSTGRES_URL'] = own ?? embedded?.url ?? ''
  await makeTemplate()
  return async () => embedded?.stop()
}
