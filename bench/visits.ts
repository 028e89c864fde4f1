import { readFileSync } from 'node:fs'
import pg from 'pg'
import * as z from 'zod'
import { startBrowser } from './browser.ts'
import { signInOverHttp, startServer } from './server.ts'
import type { Figure } from './table.ts'

const visits = ['/predplatne', '/login', '/obchod', '/faq', '/e-maily']
const premium = 'premium-card'
const times = 4

/**
 * What a visit costs: statements and time of the database, time of the server's processor; of a page with all its calls,
 * cold, by a reader who is signed in, and of signing in. Nothing else runs meanwhile.
 *
 * @param dataDir of the benchmark, on which no server runs
 */
export async function measureVisits(dataDir: string): Promise<Figure[]> {
  process.env['BACKGROUND'] = 'off'
  try {
    await load(dataDir)
    const server = await startServer(dataDir)
    const database = new pg.Client({ connectionString: server.databaseUrl })
    const browser = await startBrowser(server.url)
    try {
      await database.connect()
      await database.query('create extension if not exists pg_stat_statements')
      const measure = async (what: string, visit: () => Promise<unknown>): Promise<Figure[]> => {
        await visit()
        await database.query('select pg_stat_statements_reset()')
        const before = processorMs(server.pid)
        for (let time = 0; time < times; time++) await visit()
        const { calls, ms } = await asked(database)
        return [
          { what: `${what}: statements`, value: calls / times, unit: '' },
          { what: `${what}: execution in PostgreSQL`, value: ms / times, unit: 'ms' },
          {
            what: `${what}: processor of the server`,
            value: (processorMs(server.pid) - before) / times,
            unit: 'ms',
          },
        ]
      }
      const figures = await measure('signing in', () => signInOverHttp(server.url, premium))
      for (const path of visits) {
        figures.push(...(await measure(path, () => browser.transferred(`${server.url}${path}`))))
      }
      return figures
    } finally {
      await browser.close()
      await database.end()
      await server.stop()
    }
  } finally {
    delete process.env['BACKGROUND']
  }
}

/** Has PostgreSQL count statements from its next start on. */
async function load(dataDir: string): Promise<void> {
  const server = await startServer(dataDir)
  const database = new pg.Client({ connectionString: server.databaseUrl })
  await database.connect()
  await database.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`)
  await database.end()
  await server.stop()
}

/** Statements of ours: no begin and commit, nothing that the queue or this count asks. */
async function asked(database: pg.Client): Promise<{ calls: number; ms: number }> {
  const { rows } = await database.query(`
    select sum(calls)::int as calls, sum(total_exec_time) as ms from pg_stat_statements
    where query !~* '^(begin|commit|rollback|set |listen)' and query not like '%pgboss%' and query not like '%pg_stat%'`)
  return z.tuple([z.object({ calls: z.int(), ms: z.number() })]).parse(rows)[0]
}

/** Time that a process has had of processors, counted by Linux in hundredths of a second. */
const processorMs = (pid: number): number => {
  const [, state = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = state.split(' ').map(Number)
  return ((fields[11] ?? 0) + (fields[12] ?? 0)) * 10
}
