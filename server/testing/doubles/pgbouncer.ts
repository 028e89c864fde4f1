import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { projectRoot } from '#server/platform/process/project-root.ts'
import { freePort } from '../setup/free-port.ts'

/** User and group id of "nobody": PgBouncer refuses to run as root. */
const nobody = 65_534
const asNobody = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}

/**
 * A real PgBouncer with the settings of deploy/pgbouncer, in front of one database.
 *
 * @param database connection string of the database, whose user's time limits are its own
 * @param poolSize transactions at once
 */
export async function startPgBouncer(database: string, poolSize: number) {
  const { username, password } = new URL(database)
  const folder = mkdtempSync(join(tmpdir(), 'profil-pgbouncer-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'userlist.txt')
  writeFileSync(users, `"${username}" "${password}"\n`)
  const settings = readFileSync(join(projectRoot, 'deploy/pgbouncer/pgbouncer.ini'), 'utf8')
    .replace('listen_port = 6432', `listen_port = ${port}\nunix_socket_dir =`)
    .replace('/etc/pgbouncer/userlist.txt', users)
    .replace('admin_users = profil', `admin_users = ${username}`)
    .replace('default_pool_size = 40', `default_pool_size = ${poolSize}`)
  const write = (to: string) => {
    const { hostname, port, pathname } = new URL(to)
    const there = `host=${hostname} port=${port} dbname=${pathname.slice(1)}`
    writeFileSync(file, settings.replaceAll(/host=\S+ port=\d+ dbname=\w+/g, there))
  }
  write(database)
  const child = spawn('pgbouncer', ['-q', file], { stdio: ['ignore', 'ignore', 'ignore'], ...asNobody })
  const gone = once(child, 'exit')

  const urlOf = (name: string) => `postgres://${username}:${password}@127.0.0.1:${port}/${name}`
  /** Asks PgBouncer's own console. */
  const ask = async (...commands: string[]): Promise<Record<string, unknown>[]> => {
    const console = new pg.Client({ connectionString: urlOf('pgbouncer') })
    await console.connect()
    try {
      let rows: Record<string, unknown>[] = []
      for (const command of commands) ({ rows } = await console.query<Record<string, unknown>>(command))
      return rows
    } finally {
      await console.end()
    }
  }
  const answers = () => ask('show version').then(Boolean, () => false)
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error('PgBouncer ended at its start')
    await pause(20)
  }
  return {
    url: urlOf('profil'),
    directUrl: urlOf('profil_sessions'),
    ask,
    /** What docs/scale.md says after a promotion: leads to another server; what is open to the former one is dropped. */
    pointAt: async (to: string): Promise<void> => {
      write(to)
      await ask('reload')
    },
    stop: async (): Promise<void> => {
      child.kill('SIGKILL')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
