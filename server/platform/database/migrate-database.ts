import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { projectRoot } from '../process/project-root.ts'
import { StartupError } from '../process/startup-error.ts'
import { type Migration, readMigrations } from './read-migrations.ts'

const migrationLock = 7_302_001
const lockNotAvailable = '55P03'

type Options = {
  /** Folder of the migrations. */
  folder?: string
  /** How long a migration waits for a table, in milliseconds: whoever asks for the table meanwhile waits behind it. */
  lockMs?: number
  /** How often it tries, with a pause of the same length between. */
  tries?: number
}

/**
 * Runs pending migrations, each in a transaction of its own; safe when several processes start at once. A migration may
 * take longer than a reader's statement.
 *
 * @param url where a session lasts, since its advisory lock does
 * @throws StartupError when the database cannot be reached, is older than PostgreSQL 15, keeps texts otherwise than as
 *   UTF-8, lets its user make no tables, or refuses a migration
 */
export async function migrateDatabase(
  url: string,
  { folder = join(projectRoot, 'db/migrations'), lockMs = 3000, tries = 100 }: Options = {},
): Promise<void> {
  // Ends with its process, whose connection breaks; then the lock is free.
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true })
  client.on('error', () => undefined)
  try {
    await requireDatabase(client)
    await waitForLock(client)
    for (const migration of await findPending(client, readMigrations(folder))) {
      await runPatiently(client, migration, { lockMs, tries })
    }
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    throw new StartupError(
      `The database of DATABASE_URL refuses to make tables (${error.message}): its user has to own it, and it must not be read only.`,
      { cause: error },
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function requireDatabase(client: Client): Promise<void> {
  const refuse = (error: unknown): never => {
    throw new StartupError(
      `PostgreSQL cannot be reached (${reasonOf(error)}): check DATABASE_URL and that the server is running.`,
    )
  }
  await client.connect().catch(refuse)
  // A pooler takes the connection, and only the first statement tells whether there is a database behind it.
  const { rows } = await client
    .query<{ version: number; encoding: string }>(
      `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
    )
    .catch(refuse)
  const [found] = rows
  if (found === undefined || found.version < 150_000) {
    throw new StartupError('PostgreSQL 15 or later is needed: point DATABASE_URL at a newer server.')
  }
  if (found.encoding !== 'UTF8') {
    throw new StartupError(
      `The database of DATABASE_URL has the encoding ${found.encoding}: make one with UTF8 (createdb --encoding=UTF8 --template=template0).`,
    )
  }
}

/** Asks again and again: a statement that waits would run into the time limit of the database's user. */
async function waitForLock(client: Client): Promise<void> {
  await client.query('set statement_timeout = 0')
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      migrationLock,
    ])
    if (rows[0]?.taken) return
    await pause(200)
  }
}

/** The table is that of Drizzle's own migrator. */
async function findPending(client: Client, migrations: readonly Migration[]): Promise<Migration[]> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  const { rows } = await client.query<{ last: string }>(
    'select coalesce(max(created_at), 0)::text as last from drizzle.__drizzle_migrations',
  )
  return migrations.filter(({ madeAtMs }) => madeAtMs > Number(rows[0]?.last))
}

async function runPatiently(
  client: Client,
  migration: Migration,
  { lockMs, tries }: Required<Pick<Options, 'lockMs' | 'tries'>>,
): Promise<void> {
  for (let left = tries; ; left--) {
    try {
      return await run(client, migration, lockMs)
    } catch (error) {
      const isBusy = error instanceof DatabaseError && error.code === lockNotAvailable
      if (!isBusy) {
        throw new StartupError(`The migration ${migration.name} was refused: ${reasonOf(error)}.`, {
          cause: error,
        })
      }
      if (left <= 1) {
        throw new StartupError(
          `The migration ${migration.name} waits for a table that somebody else holds (${reasonOf(error)}): start again when no pg_dump and no long transaction runs.`,
        )
      }
      await pause(lockMs)
    }
  }
}

async function run(client: Client, { statements, hash, madeAtMs }: Migration, lockMs: number): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockMs}`)
    for (const statement of statements) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      madeAtMs,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  if (error instanceof DatabaseError) return error.message
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? error.message : 'unknown reason'
}
