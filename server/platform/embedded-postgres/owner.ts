import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { StartupError } from '../process/startup-error.ts'
import { POSTGRES_USER } from './folder.ts'
import { isProcessAlive } from './process.ts'

/** The letters "profil" as a number. Advisory locks count per database; this one is always taken in "postgres". */
const OWNER_LOCK = 0x70_72_6f_66_69_6c
const RETRY_MS = 20
const WAIT_FOR_OWNER_MS = 2_000
const WAIT_FOR_DEAD_OWNER_MS = 5_000

export type Ownership = {
  /** Releases the ownership after the given last step, during which no other process can take it. */
  release(lastStep: () => Promise<void>): Promise<void>
}

/**
 * Makes this process the only owner of the running database, for as long as it lives: an advisory lock held by
 * one session. The operating system closes that connection however the process ends, so a kill -9 frees it too.
 * @param onLost called when the connection breaks without `release`: the database went down while its owner
 * lives
 * @throws StartupError naming the process that owns it
 */
export async function takeOwnership(
  dataDir: string,
  port: number,
  password: string,
  onLost: () => void,
): Promise<Ownership> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: POSTGRES_USER,
    password,
    database: 'postgres',
    application_name: `profil owner ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  })
  let released = false
  client.on('error', () => {
    if (!released) onLost()
    released = true
  })
  await client.connect()
  try {
    await takeLock(client, dataDir)
    await ensureDatabase(client)
  } catch (error) {
    released = true
    await client.end()
    throw error
  }
  return {
    async release(lastStep) {
      released = true
      await lastStep()
      await client.end()
    },
  }
}

async function takeLock(client: Client, dataDir: string): Promise<void> {
  const startedAt = performance.now()
  while (!(await tryLock(client))) {
    const owner = await findOwner(client)
    // A killed owner's session takes a moment to end, and its process id may stay taken as long.
    const gone = owner === undefined || !isProcessAlive(owner)
    if (performance.now() - startedAt < (gone ? WAIT_FOR_DEAD_OWNER_MS : WAIT_FOR_OWNER_MS)) {
      await pause(RETRY_MS)
      continue
    }
    throw new StartupError(
      `The data folder ${dataDir} is in use by another Profil (process ${owner ?? 'unknown'}): stop that one, or set DATA_DIR to another folder.`,
    )
  }
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1::bigint) as taken',
    [OWNER_LOCK],
  )
  return rows[0]?.taken === true
}

async function findOwner(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and (l.classid::bigint << 32 | l.objid::bigint) = $1`,
    [OWNER_LOCK],
  )
  const owner = /^profil owner (\d+)$/.exec(rows[0]?.name ?? '')?.[1]
  return owner === undefined ? undefined : Number(owner)
}

async function ensureDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [POSTGRES_USER])
  if (rowCount === 0) await client.query(`create database ${POSTGRES_USER}`)
}
