// Embedded PostgreSQL: the real server, started from an npm package over a folder. This file owns its lifecycle
// (making the folder, starting, adopting one that outlived its owner, stopping) and knows no tables.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartupError } from '../process/startup-error.ts'
import { findPostgresBinaries } from './binaries.ts'
import { ensureCluster, POSTGRES_USER, prepareDataFolder, readOrMakePassword } from './folder.ts'
import { type Ownership, takeOwnership } from './owner.ts'
import { findPostmaster, type Postmaster, spawnPostmaster, stopPostmaster } from './process.ts'
import { type ClusterParts, chooseRunner } from './runner.ts'

export type EmbeddedPostgres = {
  /** For any number of connections; it stays valid until `stop`. */
  connectionString: string
  /** Ends all sessions, waits until everything is on the disk, and leaves no process behind. */
  stop: () => Promise<void>
}

export type EmbeddedPostgresOptions = {
  /** Holds `postgres/` (the data), `postgres-password` and `postgres.log`; made when missing. */
  dataDir: string
  log: { info(message: string): void; error(message: string): void }
  /** false gives up safety for speed, for tests: a power cut may lose everything. */
  durable?: boolean
}

const POLL_MS = 20
const START_TIMEOUT_MS = 120_000

/**
 * Starts PostgreSQL over a folder, for this process alone. A server that outlived a killed owner is adopted.
 * @throws StartupError with the cure: folder in use, not writable, full, of another version, no PostgreSQL for this system
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options)
  } catch (error) {
    throw explain(error, options.dataDir)
  }
}

type Cluster = ClusterParts & Pick<EmbeddedPostgresOptions, 'log'>

async function start({ dataDir, log, durable = true }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  // First: a release, which has none, makes no folder.
  const binaries = findPostgresBinaries()
  const folder = await prepareDataFolder(dataDir)
  const runner = await chooseRunner(binaries, folder)
  const password = await readOrMakePassword(folder)
  const cluster = { folder, binaries, runner, password, durable, log }
  return own(cluster, await bringUp(cluster))
}

/**
 * The server of the folder, started where none runs.
 *
 * @param port on which it has to listen, when others know it already
 */
async function bringUp(cluster: Cluster, port?: number): Promise<Postmaster> {
  const { folder, log } = cluster
  const giveUpAt = performance.now() + START_TIMEOUT_MS
  let said = ''
  while (performance.now() < giveUpAt) {
    const running = await findPostmaster(dataOf(cluster))
    if (running !== undefined && running.status !== 'ready') {
      await pause(POLL_MS) // it is recovering, or on its way out
      continue
    }
    // A folder is only looked at, made or given to another user while nothing runs over it.
    const server = running ?? (await spawnPostmaster(await ensureCluster(cluster), cluster, port))
    if ('reason' in server) {
      said = server.reason
      if (!mayPass(said)) throw startError(folder, said)
      await pause(POLL_MS)
      continue
    }
    if (running !== undefined) log.info('PostgreSQL was still running; this process takes it over.')
    return server
  }
  throw startError(folder, said)
}

const dataOf = ({ folder }: Cluster) => join(folder, 'postgres')

/**
 * Takes the server for this process alone, and supervises it: one that stops on its own is restarted at the
 * same address.
 */
async function own(cluster: Cluster, first: Postmaster): Promise<EmbeddedPostgres> {
  const { folder, password, log, binaries } = cluster
  const { port } = first
  let server = first
  let stopped: Promise<void> | undefined
  let startedAgain = Promise.resolve()
  const take = (): Promise<Ownership> => takeOwnership(folder, port, password, onLost)
  const onLost = () => {
    log.error(`PostgreSQL stopped on its own; ${join(folder, 'postgres.log')} says why. It is started again.`)
    startedAgain = (async () => {
      try {
        server = await bringUp(cluster, port)
        owner = await take()
      } catch (error) {
        log.error(
          `PostgreSQL could not be started again (${error instanceof Error ? error.message : 'no reason'}). Start this program again.`,
        )
      }
    })()
  }
  let owner = await take()
  return {
    connectionString: connectionString(port, password),
    stop: () =>
      (stopped ??= startedAgain.then(() =>
        owner.release(() => stopPostmaster(server, dataOf(cluster), binaries)),
      )),
  }
}

const connectionString = (port: number, password: string) =>
  `postgresql://${POSTGRES_USER}:${password}@127.0.0.1:${port}/${POSTGRES_USER}`

/**
 * The database of a folder whose owner is running, for a program beside it (the command line).
 * @returns undefined when nothing runs over the folder
 */
export async function findRunningPostgres(
  dataDir: string,
): Promise<{ connectionString: string } | undefined> {
  if (!existsSync(dataDir)) return undefined
  try {
    const folder = await prepareDataFolder(dataDir)
    const running = await findPostmaster(join(folder, 'postgres'))
    if (running?.status !== 'ready') return undefined
    const password = await readOrMakePassword(folder)
    return { connectionString: connectionString(running.port, password) }
  } catch (error) {
    throw explain(error, dataDir)
  }
}

/** Transient errors: another start was faster, the port was taken, an old server's sessions are ending. */
function mayPass(said: string): boolean {
  return /lock file .* already exists|shared memory block|could not create any TCP\/IP sockets/.test(said)
}

function startError(folder: string, said: string): Error {
  if (said.includes('No space left')) return Object.assign(new Error(said), { code: 'ENOSPC' })
  const reason = /(?:FATAL|PANIC): +(.*)/.exec(said)?.[1] ?? 'it gave no reason'
  return new StartupError(
    `PostgreSQL did not start (${reason}): see ${join(folder, 'postgres.log')}, or set DATA_DIR to another folder.`,
  )
}

/** Turns what the operating system and the database say about a folder into one sentence with the cure. */
function explain(error: unknown, dataDir: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const other = 'or set DATA_DIR to another folder'
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new StartupError(
      `The data folder ${dataDir} can't be written by this user (${code}): change its rights or owner, ${other}.`,
    )
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new StartupError(
      `The data folder ${dataDir} is a file, not a folder: move that file away, ${other}.`,
    )
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new StartupError(`The disk of the data folder ${dataDir} is full: free at least 200 MB, ${other}.`)
  }
  if (code === '28P01') {
    return new StartupError(
      `The database in ${dataDir} does not accept the password in its file postgres-password: put back the file that belongs to it, ${other}.`,
    )
  }
  return error
}
