import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrateDatabase } from '#server/platform/database/migrate-database.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/start.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { createLog } from '#server/platform/telemetry/log.ts'
import { databaseUrl, templateName } from './test-database.ts'

/**
 * A PostgreSQL of its own over a temporary folder, started again by itself when it stops.
 *
 * @returns its folder and connection string; `stop` removes the folder too
 */
export async function startTestPostgres() {
  const dataDir = mkdtempSync(join(tmpdir(), 'profil-test-'))
  // It says that it was stopped, which tests do on purpose.
  const log = createLog('silent')
  const embedded = await startEmbeddedPostgres({ dataDir, log, durable: false })
  return {
    dataDir,
    url: embedded.connectionString,
    stop: async () => {
      await embedded.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Makes the migrated template in the PostgreSQL of TEST_POSTGRES_URL, of which test databases are copies. */
export async function makeTemplate(): Promise<void> {
  const admin = new pg.Client({ connectionString: process.env['TEST_POSTGRES_URL'] ?? '' })
  await admin.connect()
  await admin.query(`drop database if exists ${templateName}`)
  await admin.query(`create database ${templateName}`)
  await admin.end()
  await migrateDatabase(databaseUrl(templateName))
  // The queue brings its own tables.
  const jobs = await startJobs(databaseUrl(templateName), createLog('warn'), { work: false })
  await jobs.stop()
}
