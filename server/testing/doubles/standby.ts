import { execFile } from 'node:child_process'
import { appendFileSync, chownSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../setup/free-port.ts'

const run = promisify(execFile)
/** User and group id of "nobody": PostgreSQL refuses to run as root. */
const nobody = 65_534
const asNobody = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}

/** The folder of the newest PostgreSQL that Debian installed; undefined where there is none. */
export const findPrograms = (): string | undefined => globSync('/usr/lib/postgresql/*/bin').sort().at(-1)

/**
 * A PostgreSQL of this machine and its standby, which each commit waits for (synchronous replication).
 *
 * @param programs the folder of `findPrograms`
 */
export async function startPrimaryAndStandby(programs: string) {
  const folder = mkdtempSync(join(tmpdir(), 'profil-standby-'))
  if (asNobody.uid !== undefined) chownSync(folder, nobody, nobody)
  const call = (program: string, ...args: string[]) =>
    run(join(programs, program), args, { cwd: folder, ...asNobody })
  const server = async (name: string) => {
    const port = await freePort()
    const data = join(folder, name)
    const control = (...args: string[]) =>
      call('pg_ctl', '-D', data, '-l', join(folder, `${name}.log`), '-s', '-w', ...args)
    return {
      data,
      port,
      url: `postgres://profil:only-for-tests@127.0.0.1:${port}/profil`,
      start: () => control('-o', `-p ${port} -c cluster_name=${name}`, 'start'),
      promote: () => control('promote'),
      stop: () => control('-m', 'immediate', 'stop').catch(() => undefined),
    }
  }
  const primary = await server('primary')
  const standby = await server('standby')
  await call('initdb', '-D', primary.data, '-U', 'profil', '--auth=trust', '--no-locale', '-E', 'UTF8')
  appendFileSync(
    join(primary.data, 'postgresql.conf'),
    `listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\nmax_connections = 200\n`,
  )
  await primary.start()
  const ask = async (database: string, statement: string): Promise<object[]> => {
    const url = new URL(primary.url)
    url.pathname = `/${database}`
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    try {
      return (await client.query<object>(statement)).rows
    } finally {
      await client.end()
    }
  }
  await ask('postgres', 'create database profil')
  await call(
    'pg_basebackup',
    '-h',
    '127.0.0.1',
    '-p',
    String(primary.port),
    '-U',
    'profil',
    '-D',
    standby.data,
    '-R',
    '--checkpoint=fast',
  )
  await standby.start()
  // After the copy, since it would hold for the standby too: once promoted, it would wait for one of its own.
  await ask('postgres', `alter system set synchronous_standby_names = 'standby'`)
  await ask('postgres', 'select pg_reload_conf()')
  const inStep = `select from pg_stat_replication where sync_state = 'sync'`
  while ((await ask('postgres', inStep)).length === 0) await pause(50)
  return {
    primary,
    standby,
    /** The primary's machine is gone: every process of its PostgreSQL at once. */
    losePrimary: async (): Promise<void> => {
      const [postmaster = ''] = readFileSync(join(primary.data, 'postmaster.pid'), 'utf8').split('\n')
      const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', postmaster])
      for (const pid of [postmaster, ...stdout.trim().split(/\s+/)]) process.kill(Number(pid), 'SIGKILL')
    },
    stop: async (): Promise<void> => {
      await standby.stop()
      await primary.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
