import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { operatorHeaders } from '#server/testing/fill/calls.ts'
import { writeLoad } from '#server/testing/fill/loads.ts'
import { csvHeader, csvRows } from '#server/testing/make/statement.ts'
import { createDatabase } from './charges.ts'
import { type Crowd, gatherCrowd } from './crowd.ts'
import { askAsOthers } from './others.ts'
import { type BenchServer, peakMb, startServer } from './server.ts'
import type { Figure } from './table.ts'

/** What a server holds by itself: docs/limits.md, MAX_CONNECTIONS of docs/configuration.md. */
const [streams, unfinished, most] = [5000, 2000, 10_000]
const [bodies, beyond] = [10_000, 2000]
const entries = 50_000
const budgetMb = 400

/**
 * Memory and answers for others (R17.06) while a server holds as many streams as it may, is sent the half of ten thousand
 * bodies again and again, takes the largest bank statement, is asked for more connections than it holds, and a publisher's
 * folder is loaded beside it.
 *
 * @param dataDir of the benchmark, on which no server runs
 */
export async function measureMemory(dataDir: string): Promise<Figure[]> {
  const server = await startServer(dataDir)
  const crowd = await gatherCrowd(server.url)
  try {
    return await measureHeld(server, crowd)
  } finally {
    await crowd.stop()
    await server.stop()
  }
}

async function measureHeld(server: BenchServer, crowd: Crowd): Promise<Figure[]> {
  const others = await askAsOthers(server.url)
  await others.during('warming up', () => pause(1000))
  const statement = await prepareStatement(server)
  const startedMb = peakMb(server.pid)
  await others.during('alone', () => pause(4000))
  const heldStreams = await others.during(`while ${streams} streams are opened`, () =>
    crowd.open('streams', streams),
  )
  await others.during(`while ${bodies} bodies are half sent`, () => crowd.open('bodies', bodies))
  await others.during('with all these open', () => pause(4000))
  const heldBodies = await metricOf(server, 'profil_bodies_unfinished')
  const cutOff = await metricOf(server, 'profil_bodies_cut_off_total')
  const openMb = peakMb(server.pid)
  await others.during(`while a statement of ${entries} entries is taken`, statement.take)
  const taken = await statement.count()
  // Bodies that the server has cut off are being begun again: they and the idle ones together are too many.
  const idle = most - connectionsOf(server) + beyond
  const [heldIdle, held] = await others.during(`with ${most} connections, and ${beyond} beyond`, async () => {
    await crowd.open('idle', idle)
    await pause(2000)
    const heldNow = await crowd.held('idle')
    // One beyond has a socket for as long as it takes to close it unheard.
    let least = connectionsOf(server)
    for (let sample = 1; sample < 5; sample++) {
      await pause(100)
      least = Math.min(least, connectionsOf(server))
    }
    return [heldNow, least]
  })
  const loaderMb = await others.during('while a folder is loaded', () => loadBeside(server.databaseUrl))
  const memory = { unit: 'MB', budget: budgetMb }
  return [
    { what: 'streams that are held', value: heldStreams, unit: '', budget: streams, atLeast: true },
    {
      what: `half-sent bodies that are held, of ${bodies}`,
      value: heldBodies,
      unit: '',
      budget: unfinished,
    },
    {
      what: '… that were cut off for newer ones',
      value: cutOff,
      unit: '',
      budget: bodies - unfinished,
      atLeast: true,
    },
    {
      what: 'entries of a statement that were taken',
      value: taken,
      unit: '',
      budget: entries,
      atLeast: true,
    },
    { what: `connections held, of ${most + beyond}`, value: held, unit: '', budget: most },
    { what: '… refused, closed unheard', value: idle - heldIdle, unit: '', budget: 1, atLeast: true },
    { what: 'memory of the server before, at most', value: startedMb, unit: 'MB' },
    { ...memory, what: '… with all these open', value: openMb },
    { ...memory, what: '… until the end', value: peakMb(server.pid) },
    { ...memory, what: 'memory of the loader, at most', value: loaderMb },
    ...(await others.figures()),
  ]
}

/**
 * Connections of which the server's process has a socket. Clients take longer to notice that theirs was refused, and
 * those whose bodies are cut off try again each second.
 */
function connectionsOf({ url }: BenchServer): number {
  const port = `:${Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0')}`
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1)
  const sockets = lines.map(line => {
    const [, local, , state, , , , , , inode] = line.trim().split(/\s+/)
    return { local, isListening: state === '0A', inode }
  })
  // The kernel keeps the end of a closed one for a while, without a process.
  return sockets.filter(each => each.local?.endsWith(port) && !each.isListening && each.inode !== '0').length
}

/** A figure of the server's own metrics. */
async function metricOf({ url }: BenchServer, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
}

/** The largest statement that is allowed, as a bank's program would send it. */
async function prepareStatement({ url, databaseUrl }: BenchServer) {
  const database = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  // The database may be stopped before it is left.
  database.on('error', () => undefined)
  const client = await database.connect()
  const headers = { ...(await operatorHeaders(client)), 'content-type': 'text/csv' }
  client.release()
  const body = csvHeader + csvRows(entries)
  return {
    take: async () => {
      const answer = await fetch(`${url}/ops/v1/bank-statements`, { method: 'POST', headers, body })
      if (!answer.ok) throw new Error(`The statement was answered ${answer.status}: ${await answer.text()}`)
      await answer.arrayBuffer()
    },
    count: async () => {
      const { rowCount } = await database.query('select from bank_entries')
      await database.end()
      return rowCount ?? 0
    },
  }
}

/** Loads 20,000 readers into a database of their own in the same PostgreSQL. @returns the most memory that it took, in MB */
async function loadBeside(databaseUrl: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'profil-memory-'))
  const database = await createDatabase(databaseUrl, 'memory')
  try {
    await writeLoad(folder)
    const child = spawn(process.execPath, ['server/start/command.ts', 'load', folder], {
      cwd: join(import.meta.dirname, '..'),
      env: { ...process.env, MODE: 'demo', DATABASE_URL: database.url, DATA_DIR: folder },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const ended = once(child, 'exit')
    let peak = 0
    while (child.exitCode === null && child.signalCode === null) {
      peak = Math.max(peak, peakMb(child.pid ?? 0) || 0)
      await Promise.race([ended, pause(200)])
    }
    if (child.exitCode !== 0) throw new Error(`The loader ended with ${child.exitCode ?? child.signalCode}`)
    return peak
  } finally {
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
}
