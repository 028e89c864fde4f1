import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import * as z from 'zod'
import { startTestPostgres } from '../setup/test-postgres.ts'

/** A PostgreSQL whose processes can be stopped in the ways in which they stop in production. */
export async function startBreakablePostgres() {
  const { dataDir, url, stop } = await startTestPostgres()
  const postmaster = () =>
    Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n', 1)[0])
  const asAdmin = async (work: (client: pg.Client) => Promise<unknown>) => {
    // Another database than the one that is turned: this connection has to write, and to stay.
    const client = new pg.Client({ connectionString: new URL('/postgres', url).href })
    await client.connect()
    try {
      await work(client)
    } finally {
      await client.end()
    }
  }
  /** Ends what is connected to a database; what connects from then on can only read, or write again. */
  const turn = (database: string, readOnly: 'on' | 'off') =>
    asAdmin(async client => {
      await client.query(`alter database ${database} set default_transaction_read_only = ${readOnly}`)
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
        database,
      ])
    })
  let frozen: number[] = []
  const thaw = () => {
    for (const pid of frozen.splice(0)) process.kill(pid, 'SIGCONT')
  }
  return {
    url,
    /** All its processes stand still, as on a host whose disk hangs; connections stay open. */
    freeze: async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      // First, so that no process is added to those that it tells.
      frozen = [postmaster()]
      process.kill(postmaster(), 'SIGSTOP')
      const { rows } = await client.query('select pid from pg_stat_activity where pid <> pg_backend_pid()')
      await client.end()
      frozen.push(
        ...z
          .array(z.object({ pid: z.int() }))
          .parse(rows)
          .map(({ pid }) => pid),
      )
      for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    },
    thaw,
    /** Immediate shutdown, as of a killed machine; it is started again by itself, and recovers from its log. */
    crash: () => void process.kill(postmaster(), 'SIGQUIT'),
    /** As a standby answers before it is promoted: connections are ended, and new ones cannot write. */
    failOver: (database: string) => turn(database, 'on'),
    promote: (database: string) => turn(database, 'off'),
    stop: () => {
      thaw()
      return stop()
    },
  }
}
