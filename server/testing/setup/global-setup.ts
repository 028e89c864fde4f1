import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrateDatabase, openDatabase } from '#server/platform/database/database.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/start.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { databaseUrl, templateName } from './test-database.ts'

/**
 * One PostgreSQL for the whole run and one migrated template, of which every test file gets its own copy.
 * TEST_DATABASE_URL takes a server of one's own, whose user may create databases.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const log = createLog('warn')
  const dataDir = mkdtempSync(join(tmpdir(), 'profil-test-'))
  const own = process.env['TEST_DATABASE_URL']
  const embedded =
    own === undefined ? await startEmbeddedPostgres({ dataDir, log, durable: false }) : undefined
  const url = own ?? embedded?.connectionString ?? ''
  process.env['TEST_POSTGRES_URL'] = url

  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`drop database if exists ${templateName}`)
  await admin.query(`create database ${templateName}`)
  await admin.end()

  const template = openDatabase(databaseUrl(templateName))
  await migrateDatabase(template)
  await template.close()
  // The queue brings its own tables.
  const jobs = await startJobs(databaseUrl(templateName), log, { work: false })
  await jobs.stop()

  return async () => {
    await embedded?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
