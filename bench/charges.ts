import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import * as z from 'zod'
import { startDemoGateway, type TestGateway } from '#server/testing/doubles/demo-gateway.ts'
import { makeRenewals, renewalCards } from '#server/testing/make/due-renewals.ts'
import { type Program, startProgram } from '#server/testing/setup/start-program.ts'
import type { Figure } from './table.ts'

const root = join(import.meta.dirname, '..')
const renewals = 10_000
const workers = 2
const bareCharges = 4000
/** Charges that two workers have in flight. */
const bareConcurrency = 96
const giveUpMs = 180_000

/**
 * Measures how fast workers charge renewals that are due, and how fast the demo gateway takes charges when it
 * is only called (the floor).
 *
 * @param databaseUrl connection string of any database of the server in which one is made for it
 */
export async function measureCharges(databaseUrl: string): Promise<Figure[]> {
  const database = await createDatabase(databaseUrl, 'charges')
  try {
    return await measureRenewals(database, 150)
  } finally {
    await database.drop()
  }
}

/**
 * The same in a database of one's own, among the readers that it has.
 *
 * @param budget charges a second
 */
export async function measureRenewals(database: ChargesDatabase, budget: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'profil-charges-'))
  const gateway = await startDemoGateway({
    file: join(folder, 'gateway.sqlite'),
    cards: renewalCards(renewals),
  })
  try {
    const bare = await measureBare(gateway)
    const value = await measureRun(gateway, database, folder)
    return [
      { what: 'demo gateway: bare charges', value: bare, unit: '/s' },
      {
        what: `${renewals} renewals charged by ${workers} workers`,
        value,
        unit: '/s',
        budget,
        atLeast: true,
        floor: bare,
      },
    ]
  } finally {
    await gateway.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Charges per second, from the moment at which all are due until all are settled. */
async function measureRun(gateway: TestGateway, database: ChargesDatabase, dataDir: string): Promise<number> {
  const { pool } = database
  const environment = {
    MODE: 'demo',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    DEMO_GATEWAY_URL: gateway.url,
    DEMO_GATEWAY_KEY: gateway.secret,
  }
  const running: Program[] = []
  try {
    // Sequential: the first one creates the tables and the demo's publisher.
    while (running.length < workers) {
      running.push(await startProgram('worker', { folder: join(root, 'dist/server'), environment }))
    }
    const offset = await pool.query('select offset_ms::float as ms from clock_offset')
    const now = Temporal.Now.instant().add({ milliseconds: Offset.parse(offset).rows[0]?.ms ?? 0 })
    await makeRenewals(drizzle(pool), renewals, now.add({ hours: 24 }))
    await pool.query('analyze')
    const last = Total.parse(await pool.query('select max(id) as total from payments')).rows[0].total
    const begun = performance.now()
    await pool.query(`update recurring_profiles set charge_at = $1 where next_product_code = 'renewed_1y'`, [
      now.toString(),
    ])
    while ((await countPaid(pool, last)) < renewals) {
      if (performance.now() - begun > giveUpMs) throw new Error('The charge run did not end in time')
      await pause(200)
    }
    const rate = renewals / ((performance.now() - begun) / 1000)
    await requireGapless(pool)
    return rate
  } finally {
    await Promise.all(running.map(worker => worker.kill('SIGTERM')))
  }
}

const Offset = z.object({ rows: z.array(z.object({ ms: z.number() })) })
const Total = z.object({ rows: z.tuple([z.object({ total: z.int() })]) })

/** @param last id of the last payment that is not of this run */
async function countPaid(pool: pg.Pool, last: number): Promise<number> {
  const found = await pool.query(
    `select count(*)::int as total from payments
     where purpose = 'renewal' and state = 'paid' and product_code = 'renewed_1y' and id > $1`,
    [last],
  )
  return Total.parse(found).rows[0].total
}

/** A run counts only if document numbers have no gaps. */
async function requireGapless(pool: pg.Pool): Promise<void> {
  const found = await pool.query(
    `select (max(serial) - min(serial) + 1 - count(*))::int as total
     from documents join payments on payments.id = documents.payment_id where product_code = 'renewed_1y'`,
  )
  const missing = Total.parse(found).rows[0].total
  if (missing !== 0) throw new Error(`${missing} numbers of documents are missing`)
}

type ChargesDatabase = { url: string; pool: pg.Pool; drop: () => Promise<void> }

/**
 * A database of its own in the server of another one.
 *
 * @param template of which it is a copy
 */
export async function createDatabase(
  serverUrl: string,
  name: string,
  template = 'template1',
): Promise<ChargesDatabase> {
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`create database ${name} template ${template} strategy file_copy`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const pool = new pg.Pool({ connectionString: url.href, max: 2 })
  // Its last connections are ended together with the database.
  pool.on('error', () => undefined)
  return {
    url: url.href,
    pool,
    drop: async () => {
      await pool.end()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

/** In a process of its own, as the workers are. */
async function measureBare({ url, secret }: TestGateway): Promise<number> {
  const child = fork(fileURLToPath(import.meta.url), ['charge'], { execArgv: [] })
  child.send({ url, secret })
  const [rate] = z.tuple([z.number(), z.unknown()]).parse(await once(child, 'message'))
  child.disconnect()
  return rate
}

async function chargeBare({ url, secret }: { url: string; secret: string }): Promise<void> {
  let asked = 0
  const work = async () => {
    while (asked < bareCharges) {
      const number = ++asked
      const answer = await fetch(`${url}/v1/charges`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          key: `bare-${number}`,
          amount: 8990,
          card: `demo-card-renewal-${number}`,
          day: '2026-01-01',
        }),
      })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`The demo gateway answered ${answer.status}`)
    }
  }
  const begun = performance.now()
  await Promise.all(Array.from({ length: bareConcurrency }, work))
  process.send?.(bareCharges / ((performance.now() - begun) / 1000))
}

if (process.argv[2] === 'charge') {
  process.once('message', (target: { url: string; secret: string }) => void chargeBare(target))
}
