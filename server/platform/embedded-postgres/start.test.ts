import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { StartupError } from '../process/startup-error.ts'
import { findRunningPostgres, startEmbeddedPostgres } from './start.ts'

const log = { info: vi.fn<(message: string) => void>(), error: vi.fn<(message: string) => void>() }
const cleanups: (() => unknown)[] = []
const children: ChildProcess[] = []

afterEach(async () => {
  const failures: unknown[] = []
  // All of them, even when one fails: a process that is left over would hold up the whole run.
  for (const cleanup of cleanups.splice(0).toReversed()) {
    await Promise.try(cleanup).catch((error: unknown) => failures.push(error))
  }
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  expect(failures).toEqual([])
})

test('data written before a kill -9 of the owner is there at the next start, which adopts the orphan', async () => {
  const dataDir = newFolder()
  const owner = await startInAnotherProcess(dataDir)
  await query(owner.line, 'create table kept (n int)', 'insert into kept values (41), (42)')
  await kill(owner.process)
  const next = await start(dataDir)
  expect(await query(next.connectionString, 'select max(n) as n from kept')).toEqual([{ n: 42 }])
  expect(next.connectionString).toBe(owner.line)
  expect(log.info).toHaveBeenCalledWith(expect.stringContaining('takes it over'))
  await next.stop()
  const again = await start(dataDir)
  expect(await query(again.connectionString, 'select count(*)::int as n from kept')).toEqual([{ n: 2 }])
})

test('a kill -9 of owner and database together loses nothing that was committed', async () => {
  const dataDir = newFolder()
  const owner = await startInAnotherProcess(dataDir, 'durable: true')
  await query(owner.line, 'create table kept as select 7 as n')
  const [{ pid } = { pid: 0 }] = await query<{ pid: number }>(
    owner.line,
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`,
  )
  await kill(owner.process)
  process.kill(pid, 'SIGKILL')
  const next = await start(dataDir)
  expect(await query(next.connectionString, 'select n from kept')).toEqual([{ n: 7 }])
})

test.each([
  ['', true],
  // The siege crashes such a one, and compares the books then.
  [' of the tests', false],
])(
  'R17.03 a database%s that is killed under its owner is started again, at the same address, with all that it acknowledged',
  async (_, durable) => {
    const dataDir = newFolder()
    const running = await start(dataDir, { durable })
    const { connectionString } = running
    await query(connectionString, 'create table kept (n int)')
    for (let round = 1; round <= 2; round++) {
      const [{ pid } = { pid: 0 }] = await query<{ pid: number }>(
        connectionString,
        `insert into kept values (${round})`,
        `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`,
      )
      process.kill(pid, 'SIGKILL')
      await expect
        .poll(() => query(connectionString, 'select max(n) as n from kept').catch(() => undefined))
        .toEqual([{ n: round }])
      expect(log.error).toHaveBeenCalledWith(expect.stringContaining('It is started again'))
      log.error.mockClear()
    }
    await running.stop()
    expect(await findRunningPostgres(dataDir)).toBeUndefined()
  },
)

test('of two concurrent starts on an empty folder one wins and the other is refused, naming the winner', async () => {
  const dataDir = newFolder()
  const starts = await Promise.all([startInAnotherProcess(dataDir), startInAnotherProcess(dataDir)])
  const [winner, loser] = starts[0].line.startsWith('postgresql:') ? starts : [starts[1], starts[0]]
  expect(winner.line).toMatch(/^postgresql:/)
  expect(loser.line).toMatch(`StartupError: The data folder ${dataDir} is in use`)
  expect(loser.line).toContain(`(process ${winner.process.pid})`)
})

test('a program beside the owner finds the running database, and nothing when it is stopped', async () => {
  const dataDir = newFolder()
  const running = await start(dataDir)
  expect(await findRunningPostgres(dataDir)).toEqual({ connectionString: running.connectionString })
  await running.stop()
  expect(await findRunningPostgres(dataDir)).toBeUndefined()
  expect(log.error).not.toHaveBeenCalled()
})

test('a postmaster.pid that names some other living process does not prevent the start', async () => {
  const dataDir = newFolder()
  await (await start(dataDir)).stop()
  const stale = [process.pid, join(dataDir, 'postgres'), 1, 5432, '', '127.0.0.1', '  1 1', 'ready', '']
  writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), stale.join('\n'))
  const { connectionString } = await start(dataDir)
  expect(await query(connectionString, 'select 1 as n')).toEqual([{ n: 1 }])
})

test('root runs the database as nobody, an ordinary user as oneself', async () => {
  const dataDir = newFolder()
  chmodSync(dataDir, 0o755)
  await start(dataDir)
  const me = process.getuid?.()
  expect(statSync(join(dataDir, 'postgres')).uid).toBe(me === 0 ? 65_534 : me)
})

test('a folder inside a private one works, and its data can be moved to where nobody may enter and back', async () => {
  const parent = newFolder()
  const dataDir = join(parent, 'private', 'data')
  mkdirSync(join(parent, 'private'), { mode: 0o700 })
  const first = await start(dataDir)
  await query(first.connectionString, 'create table kept as select 1 as n')
  await first.stop()
  for (const mode of [0o755, 0o700]) {
    chmodSync(parent, 0o755)
    chmodSync(join(parent, 'private'), mode)
    const next = await start(dataDir)
    expect(await query(next.connectionString, 'select n from kept')).toEqual([{ n: 1 }])
    await next.stop()
  }
})

test('where user namespaces are missing too, a private folder still works', async () => {
  const parent = newFolder()
  const programs = join(parent, 'programs')
  mkdirSync(programs)
  for (const name of ['sh', 'setpriv', 'chown']) {
    const from = ['/bin', '/usr/bin'].find(folder => statSync(join(folder, name), { throwIfNoEntry: false }))
    if (from !== undefined) symlinkSync(join(from, name), join(programs, name))
  }
  vi.stubEnv('PATH', [programs].join(delimiter))
  mkdirSync(join(parent, 'private'), { mode: 0o700 })
  const { connectionString } = await start(join(parent, 'private', 'data'))
  expect(await query(connectionString, 'select 1 as n')).toEqual([{ n: 1 }])
})

test('a file in place of the folder, a forbidden place and a foreign version are one sentence with the cure', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'file'), '')
  await expectRefusal(join(folder, 'file'), 'is a file, not a folder')
  await expectRefusal(process.platform === 'darwin' ? '/System/profil' : '/sys/profil', "can't be written")
  mkdirSync(join(folder, 'postgres'))
  writeFileSync(join(folder, 'postgres-password'), 'x')
  await expectRefusal(folder, 'not a database')
  writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '17\n')
  await expectRefusal(folder, 'made by PostgreSQL 17 and this is PostgreSQL 18')
})

test('a lost password file and a password of another database are told apart', async () => {
  const dataDir = newFolder()
  await (await start(dataDir)).stop()
  writeFileSync(join(dataDir, 'postgres-password'), 'another')
  await expectRefusal(dataDir, 'does not accept the password')
  rmSync(join(dataDir, 'postgres-password'))
  await expectRefusal(dataDir, 'has lost its password file')
})

test('where no PostgreSQL is installed, as in a release, nothing is left behind', async () => {
  const dataDir = join(newFolder(), 'data')
  // A system that no package is for.
  vi.stubGlobal('process', Object.create(process, { arch: { value: 'pdp11' } }))
  expect(await findRunningPostgres(dataDir)).toBeUndefined()
  await expect(start(dataDir)).rejects.toThrow('No PostgreSQL for')
  expect(statSync(dataDir, { throwIfNoEntry: false })).toBeUndefined()
})

async function expectRefusal(dataDir: string, words: string): Promise<void> {
  const error = await start(dataDir).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(StartupError)
  expect(String(error)).toContain(words)
  expect(String(error)).toMatch(/DATA_DIR to another folder\.$|DATA_DIR to an empty folder\.$/)
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'profil-postgres-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function start(dataDir: string, { durable = false } = {}) {
  const database = await startEmbeddedPostgres({ dataDir, log, durable })
  cleanups.push(() => database.stop())
  return database
}

/** Starts it in a process of its own, which then idles; resolves with its output: the address, or the error. */
async function startInAnotherProcess(
  dataDir: string,
  options = 'durable: false',
): Promise<{ process: ChildProcess; line: string }> {
  const module = new URL('start.ts', import.meta.url).href
  const log = '{ info() {}, error() {} }'
  const code = `import { startEmbeddedPostgres } from ${JSON.stringify(module)}
    startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: ${log}, ${options} })
      .then(it => console.log(it.connectionString), error => { console.log(String(error)); process.exit(1) })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  children.push(child)
  // Cleanup: a server that the process leaves running is adopted and stopped before the folder is removed, once
  // no process owns it.
  cleanups.push(async () => {
    await Promise.all(children.splice(0).map(kill))
    const left = await startEmbeddedPostgres({ dataDir, log: { info() {}, error() {} }, durable: false })
    await left.stop()
  })
  const [line] = await once(createInterface(child.stdout), 'line')
  return { process: child, line: String(line) }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function query<Row extends object>(connectionString: string, ...statements: string[]): Promise<Row[]> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    let rows: Row[] = []
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}
