import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { hasCode } from '../has-code.ts'
import type { PostgresBinaries } from './binaries.ts'
import type { ClusterParts } from './runner.ts'

export type Postmaster = { pid: number; port: number; status: string }
export type FailedStart = { reason: string }

const POLL_MS = 5
const LARGEST_LOG_BYTES = 1_000_000

/**
 * Only where losing everything with the machine is fine (tests): no fsync, and room for several programs with their pools
 * at once. Commits stay synchronous: tests crash PostgreSQL, and what was acknowledged must survive that.
 */
const NOT_DURABLE = ['fsync=off', 'full_page_writes=off', 'max_connections=300']

/**
 * Starts the database server of a folder and waits until it takes connections. It gets its own session: a terminal's
 * Ctrl-C reaches this process alone, which first finishes its requests and then stops the database.
 * @param port where it listens; a free one when not given
 * @returns the running server, or why it ended at once (another start's server may have been faster)
 */
export async function spawnPostmaster(
  cluster: string,
  { binaries, runner, durable }: Pick<ClusterParts, 'binaries' | 'runner' | 'durable'>,
  port: number | undefined,
): Promise<Postmaster | FailedStart> {
  const logFile = join(cluster, '..', 'postgres.log')
  const logged = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  const log = openSync(logFile, logged > LARGEST_LOG_BYTES ? 'w' : 'a', 0o600)
  const from = logged > LARGEST_LOG_BYTES ? 0 : logged
  // Personal data must not get into the log: no statements, no values, no errors of single queries.
  const quiet = [
    'log_min_messages=log',
    'log_min_error_statement=panic',
    'log_error_verbosity=terse',
    'log_checkpoints=off',
  ]
  const network = [
    'listen_addresses=127.0.0.1',
    `port=${port ?? (await findFreePort())}`,
    'unix_socket_directories=',
  ]
  // Processes of its own that read ahead cost more than they bring where files are in the system's memory.
  const reading = ['io_method=sync']
  const settings = [...network, ...quiet, ...reading, ...(durable ? [] : NOT_DURABLE)]
  const args = ['-D', cluster, ...settings.flatMap(setting => ['-c', setting])]
  const child = runner.start(binaries.postgres, args, {
    cwd: '/',
    stdio: ['ignore', log, log],
    detached: true,
  })
  closeSync(log)
  const running = await waitUntilReady(child, cluster)
  child.unref()
  return running ?? { reason: readFileSync(logFile, 'utf8').slice(from) }
}

async function waitUntilReady(child: ChildProcess, cluster: string): Promise<Postmaster | undefined> {
  const ended = new AbortController()
  child.once('exit', () => ended.abort())
  child.once('error', error => ended.abort(error))
  while (!ended.signal.aborted) {
    const found = await readPostmaster(cluster)
    if (found?.pid === child.pid && found?.status === 'ready') return found
    await pause(POLL_MS)
  }
  if (child.pid === undefined) throw ended.signal.reason // the program could not be started at all
  return undefined
}

/** The server in the folder's postmaster.pid, if that process lives and serves this folder. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const named = await readPostmaster(cluster)
  if (named === undefined || !isProcessAlive(named.pid)) return undefined // PostgreSQL itself clears such a file away
  if (isPostmasterOf(named.pid, cluster)) return named
  // Stale pid file: after a crash of the machine the process id may be another program's, and PostgreSQL would
  // refuse to start.
  await rm(join(cluster, 'postmaster.pid'), { force: true })
  return undefined
}

/** The lines of the file: process, folder, start time, port, socket folder, address, shared memory, status. */
async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const file = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined)
  const [pid, , , port, , , , status] = file?.split('\n') ?? []
  if (!Number(pid)) return undefined
  return { pid: Number(pid), port: Number(port), status: status?.trim() ?? 'starting' }
}

function isPostmasterOf(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') return true
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster)
  } catch {
    return false // ended in this moment
  }
}

/**
 * Stops a database server: sessions are ended, what they committed is kept.
 * @param timeoutMs after this long it is told to stop at once (immediate shutdown); the next start recovers
 * from the write-ahead log
 */
export async function stopPostmaster(
  { pid }: Postmaster,
  cluster: string,
  binaries: PostgresBinaries,
  timeoutMs = 30_000,
): Promise<void> {
  await send(pid, 'SIGINT', binaries)
  const giveUpAt = performance.now() + timeoutMs
  while ((await readPostmaster(cluster))?.pid === pid && isProcessAlive(pid)) {
    if (performance.now() > giveUpAt) return await send(pid, 'SIGQUIT', binaries)
    await pause(POLL_MS)
  }
}

async function send(pid: number, signal: 'SIGINT' | 'SIGQUIT', binaries: PostgresBinaries): Promise<void> {
  if (process.platform === 'win32') {
    // On Windows Node can only kill; pg_ctl can signal the server.
    await once(spawn(binaries.pgCtl, ['kill', signal.slice(3), String(pid)], { stdio: 'ignore' }), 'exit')
    return
  }
  if (isProcessAlive(pid)) process.kill(pid, signal)
}

/** Whether a process with this id exists, whichever user owns it. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

/**
 * Below the ephemeral range of every system: a port from it can go to an outgoing connection while the database is down,
 * which then cannot come back at its address.
 */
const LOWEST_PORT = 10_000
const PORTS = 10_000

async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST_PORT, LOWEST_PORT + PORTS)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    // EACCES: Windows keeps some for itself.
    const isTaken = (error: Error) => hasCode(error, 'EADDRINUSE') || hasCode(error, 'EACCES')
    server.once('error', error => (isTaken(error) ? resolve(false) : reject(error)))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
