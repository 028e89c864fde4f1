import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, databaseUrl } from '#server/testing/setup/test-database.ts'
import { projectRoot } from '../process/project-root.ts'
import { StartupError } from '../process/startup-error.ts'
import { migrateDatabase } from './migrate-database.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let folder: string
beforeEach(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'profil-migrations-'))
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

/** Later than all of the template's. */
const after = Date.UTC(2100, 0)

function write(...files: string[]): void {
  mkdirSync(join(folder, 'meta'), { recursive: true })
  const entries = files.map((text, index) => {
    writeFileSync(join(folder, `${index}_made.sql`), text)
    return { tag: `${index}_made`, when: after + index }
  })
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }))
}

const ask = async (statement: string) => (await database.pool.query<object>(statement)).rows
const migrate = (options = {}) => migrateDatabase(database.url, { folder, ...options })

test('a migration may take longer than a statement of a reader, and others wait for it', async () => {
  await ask(`alter database ${new URL(database.url).pathname.slice(1)} set statement_timeout = 300`)
  write('select pg_sleep(1); create table made (id int)')
  const twenty = await Promise.allSettled(Array.from({ length: 20 }, () => migrate()))
  expect(twenty.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(await ask(`select 1 as one from drizzle.__drizzle_migrations where created_at >= ${after}`)).toEqual(
    [{ one: 1 }],
  )
})

test('whoever holds a table is waited for in short turns, so that readers behind get theirs', async () => {
  write('alter table users add column made int')
  const dump = new pg.Client({ connectionString: database.url })
  await dump.connect()
  await dump.query('begin; lock table users in access share mode')
  const migrating = migrate({ lockMs: 300 })
  await pause(100)
  const beganMs = performance.now()
  await ask('select count(*) from users')
  // Behind a migration that waits as long as the dump takes, this would wait for the dump.
  expect(performance.now() - beganMs).toBeLessThan(2000)
  await dump.query('commit')
  await dump.end()
  await migrating
  expect(await ask('select made from users')).toEqual([])
})

test('a table that is never given up is told, with what to do', async () => {
  write('alter table users add column made int')
  const dump = new pg.Client({ connectionString: database.url })
  await dump.connect()
  await dump.query('begin; lock table users in access share mode')
  await expect(migrate({ lockMs: 20, tries: 2 })).rejects.toThrow(
    /^The migration 0_made waits for a table .* no pg_dump and no long transaction runs\.$/,
  )
  await dump.end()
})

test('what is refused is told by its name; the migrations before it stay, and it goes on from there', async () => {
  write('create table first (id int)', 'create table second (id int); select 1 / 0')
  await expect(migrate()).rejects.toThrow('The migration 1_made was refused: division by zero.')
  write('create table first (id int)', 'create table second (id int)', 'create table third (id int)')
  await migrate()
  await migrate()
  expect(await ask('select * from first, second, third')).toEqual([])
})

test.each([
  ['that somebody else owns', '', 'refuses to make tables (permission denied for database'],
  [
    'that is read only',
    'set default_transaction_read_only = on',
    'in a read-only transaction): its user has to own it',
  ],
])('a database %s is refused in a sentence', async (_, setting, sentence) => {
  const name = new URL(database.url).pathname.slice(1)
  await ask(`create role ${name} login password 'a'`)
  if (setting) await ask(`alter database ${name} ${setting}`)
  const url = new URL(database.url)
  if (!setting) Object.assign(url, { username: name, password: 'a' })
  const refused = await migrateDatabase(url.href).catch((error: unknown) => error)
  await ask(`set default_transaction_read_only = off; drop role ${name}`)
  expect(String(refused)).toContain(sentence)
  expect(refused).toBeInstanceOf(StartupError)
})

test('a database in which a name can lose its letters is refused', async () => {
  const name = `latin_${process.pid}`
  await ask(`drop database if exists ${name}`)
  await ask(`create database ${name} encoding latin2 locale 'C' template template0`)
  const refused = migrateDatabase(databaseUrl(name))
  await expect(refused).rejects.toThrow('has the encoding LATIN2: make one with UTF8')
  await ask(`drop database ${name} with (force)`)
})

test('an index that was made by hand before is taken as it is', () => {
  const migrations = join(projectRoot, 'db/migrations')
  for (const file of readdirSync(migrations).filter(each => each.endsWith('.sql'))) {
    const made = readFileSync(join(migrations, file), 'utf8').match(
      /create (unique )?index (?!if not exists).*/gi,
    )
    expect(made, `${file}: write CREATE INDEX IF NOT EXISTS`).toBeNull()
  }
})
