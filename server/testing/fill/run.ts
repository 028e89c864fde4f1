import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { loadConfig } from '#server/config/config.ts'
import { loadFolder } from '#server/ops/load/load-folder.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrateDatabase } from '#server/platform/database/migrate-database.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/start.ts'
import { projectRoot } from '#server/platform/process/project-root.ts'
import { writeLogs } from './logs.ts'
import { multiply } from './multiply.ts'
import { makeFiles, moment, templateReaders } from './readers.ts'

/** Counted up when the rows are made otherwise, so that what was kept is made anew. */
const version = 2
const seed = 20_261_015

/** Files of the demo publisher that name no reader. */
const catalogue = [
  'products.json',
  'faq-categories.json',
  'faq.json',
  'layout-blocks.json',
  'feature-flags.json',
  'newsletters.json',
  'topics.csv',
  'authors.csv',
  'bloggers.csv',
  'forum-topics.json',
]

/**
 * Readers with two years of history in a data folder of their own, made once and kept; DATABASE_URL takes them elsewhere.
 *
 * @param readers how many, a multiple of 250
 * @returns the data folder
 */
export async function fill(
  readers: number,
  tell = (line: string): unknown => process.stdout.write(`${line}\n`),
): Promise<string> {
  if (readers < 2 * templateReaders || readers % templateReaders !== 0) {
    throw new Error(
      `${readers} readers: give a multiple of ${templateReaders}, and at least ${2 * templateReaders}.`,
    )
  }
  const dataDir = join(projectRoot, '.cache', `filled-${readers}-v${version}`)
  const done = join(dataDir, 'filled')
  const url = process.env['DATABASE_URL']
  if (url !== undefined) await fillDatabase(url, readers, tell)
  else if (!existsSync(done)) {
    await rm(dataDir, { recursive: true, force: true })
    await mkdir(dataDir, { recursive: true })
    const log = { info: tell, error: tell }
    // A machine that fails meanwhile costs a new fill, nothing else.
    const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false })
    try {
      await fillDatabase(postgres.connectionString, readers, tell)
    } finally {
      await postgres.stop()
    }
    await writeFile(done, '')
  }
  return dataDir
}

/** PostgreSQL over a filled folder, on which no server runs. */
export const startFilled = (dataDir: string) =>
  startEmbeddedPostgres({
    dataDir,
    log: { info: () => undefined, error: line => process.stderr.write(line) },
  })

async function fillDatabase(url: string, readers: number, tell: (line: string) => unknown): Promise<void> {
  const begun = performance.now()
  const at = moment.toInstant()
  const database = openDatabase(url)
  const client = new pg.Client({ connectionString: url })
  const folder = await mkdtemp(join(tmpdir(), 'profil-fill-'))
  try {
    await migrateDatabase(url)
    await client.connect()
    const { rowCount } = await client.query('select from users limit 1')
    if (rowCount !== 0) throw new Error('The database has readers already; fill an empty one.')
    await writeTemplates(folder)
    const deps = { db: database.db, clock: { now: () => at }, settings: loadConfig({ MODE: 'demo' }) }
    await loadFolder(deps, folder, { onProgress: tell })
    await writeLogs(client, at.toString())
    await multiply(client, readers / templateReaders, tell)
    // A server that starts over it takes it for filled.
    await client.query(`insert into demo_load (started_at, finished_at) values ($1, $1)`, [at.toString()])
    const size = await client.query<{ size: string }>(
      'select pg_size_pretty(pg_database_size(current_database())) as size',
    )
    tell(`${readers} readers, ${size.rows[0]?.size}, ${Math.round((performance.now() - begun) / 1000)} s`)
  } finally {
    await client.end()
    await database.close()
    await rm(folder, { recursive: true })
  }
}

async function writeTemplates(folder: string): Promise<void> {
  for (const file of catalogue) await cp(join(projectRoot, 'demo', file), join(folder, file))
  for (const [name, rows] of Object.entries(makeFiles(randomFrom(seed)))) {
    await writeFile(join(folder, `${name}.json`), JSON.stringify(rows))
  }
}

/** Numbers from 0 to 1 by a linear congruential generator: the same seed gives the same numbers. */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

if (import.meta.main) await fill(Number(process.argv[2] ?? 1_000_000))
