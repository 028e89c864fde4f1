import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Call, operationCalls, readersCalls } from '#server/testing/fill/calls.ts'
import { addressOf } from '#server/testing/fill/names.ts'
import { emailOf, moment, templateReaders } from '#server/testing/fill/readers.ts'
import { fill } from '#server/testing/fill/run.ts'
import { testPassword } from '#server/testing/setup/test-browser.ts'
import { planFaults } from './plans.ts'
import { type BenchServer, signInAs, startServer } from './server.ts'
import { type Figure, median } from './table.ts'

const fewReaders = 1000
const rounds = 25
/** Templates whose copies ask: a company's administrator, a colleague, a family, and readers who pay by year, month and transfer. */
const asking = [0, 1, 4, 5, 6, 20, 30]

type Asked = {
  url: string
  database: pg.Client
  calls: Map<string, Call>
  server: BenchServer
  dataDir: string
}

/**
 * What a reader and support notice of many readers: every call of a reader beside the same one with a thousand readers,
 * searches, operations, and which statements read a large table whole.
 *
 * @param readers how many; they are made first where they are not kept
 */
export async function measureLarge(readers: number): Promise<Figure[]> {
  // A fill may take longer than a session's token lasts: both are made before anybody signs in.
  const [fewDir, manyDir] = [await fill(fewReaders), await fill(readers)]
  const few = await open(fewDir, fewReaders)
  try {
    const many = await open(manyDir, readers)
    try {
      return [...(await compareCalls(few, many)), ...(await timeOperations(many)), await countScans(many)]
    } finally {
      await close(many)
    }
  } finally {
    await close(few)
  }
}

/** A server over a filled folder, at the moment at which that stands, with its readers signed in. */
async function open(dataDir: string, readers: number): Promise<Asked> {
  const server = await startServer(dataDir, undefined, { BACKGROUND: 'off', LOG_LEVEL: 'fatal' })
  const database = new pg.Client({ connectionString: server.databaseUrl })
  await database.connect()
  const offsetMs = moment.epochMilliseconds - Date.now()
  await database.query(
    `insert into clock_offset (id, offset_ms) values (1, $1) on conflict (id) do update set offset_ms = $1`,
    [offsetMs],
  )
  await database.query(`select pg_notify('profil_clock', '')`)
  await pause(500)
  const calls = new Map<string, Call>()
  const copy = Math.floor(readers / templateReaders / 2)
  for (const template of asking) {
    const reader = { email: addressOf(emailOf(template), copy), password: testPassword }
    const session = await signInAs(server.url, reader)
    for (const [name, call] of await readersCalls(server.url, session)) calls.set(`${name} ${template}`, call)
  }
  return { url: server.url, database, calls, server, dataDir }
}

async function close({ database, server }: Asked): Promise<void> {
  await database.end()
  await server.stop()
}

/** Medians of each call, one request to the small one and one to the large one in turn. */
async function compareCalls(few: Asked, many: Asked): Promise<Figure[]> {
  const byName = new Map<string, { few: number[]; many: number[] }>()
  for (let round = 0; round < rounds; round++) {
    for (const [key, call] of many.calls) {
      const same = few.calls.get(key)
      if (!same) throw new Error(`${key} is asked of the large database only`)
      const name = key.replace(/ \d+$/, '')
      const times = byName.get(name) ?? { few: [], many: [] }
      byName.set(name, times)
      const [fewMs, manyMs] = [await timeOf(same), await timeOf(call)]
      // The first rounds warm up.
      if (round < 3) continue
      times.few.push(fewMs)
      times.many.push(manyMs)
    }
  }
  return [...byName].map(([name, times]) => {
    const floor = median(times.few)
    return {
      what: name,
      value: median(times.many),
      unit: 'ms',
      budget: Math.max(1.25 * floor, floor + 2),
      floor,
    }
  })
}

async function timeOperations({ server, database }: Asked): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, call] of await operationCalls(server.url, database)) {
    const times: number[] = []
    for (let round = 0; round < 5; round++) times.push(await timeOf(call))
    const budget = name.startsWith('readers find') ? 100 : 300
    figures.push({ what: `ops: ${name}`, value: median(times), unit: 'ms', budget })
  }
  return figures
}

/** Every call once more, with each statement's plan in PostgreSQL's log. */
async function countScans(asked: Asked): Promise<Figure> {
  const { database, server, calls, dataDir } = asked
  const log = join(dataDir, 'postgres.log')
  const explained = ['session_preload_libraries', 'auto_explain.log_min_duration', 'auto_explain.log_format']
  const values = [`'auto_explain'`, '0', `'json'`]
  const renew = () =>
    database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
  await database.query(`load 'auto_explain'`)
  for (const [place, name] of explained.entries())
    await database.query(`alter role profil set ${name} = ${values[place]}`)
  const begun = statSync(log).size
  try {
    await renew()
    await pause(1000)
    const own = await operationCalls(server.url, database)
    for (const call of [...calls.values(), ...own.values()]) await timeOf(call)
  } finally {
    for (const name of explained) await database.query(`alter role profil reset ${name}`)
    await renew()
  }
  const faults = await planFaults(database, readFileSync(log).subarray(begun).toString())
  for (const fault of faults) console.log(fault)
  return {
    what: 'statements that read a table of more than 10,000 rows whole',
    value: faults.length,
    unit: '',
    budget: 0,
  }
}

/** Milliseconds until the whole answer is there. */
async function timeOf({ url, init }: Call): Promise<number> {
  for (let attempt = 0; ; attempt++) {
    const begun = performance.now()
    const answer = await fetch(url, init)
    const text = await answer.text()
    const ms = performance.now() - begun
    // Nothing is drawn while the server is overloaded; what this reader does not have is refused after the same reads.
    if (answer.status < 500 && ![401, 429].includes(answer.status)) return ms
    if (answer.status !== 503 || attempt === 10) {
      throw new Error(`${url} answers ${answer.status}: ${text.slice(0, 200)}`)
    }
    await pause(500)
  }
}
