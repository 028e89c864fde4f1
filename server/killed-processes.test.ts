import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { buildServer } from '../scripts/build-server.ts'
import { projectRoot } from './platform/project-root.ts'
import { startDemoGateway, type TestGateway } from './testing/demo-gateway.ts'
import { makeRenewals, renewalCards } from './testing/make-due-renewals.ts'
import { type Program, startProgram } from './testing/start-program.ts'
import { createTestDatabase } from './testing/test-database.ts'

const renewalsPerKill = 6
const kills = 50
const killingMs = 60_000
const settlingMs = 60_000

const folder = join(projectRoot, '.cache/killed-processes')
const dataDir = mkdtempSync(join(tmpdir(), 'profil-killed-'))
let database: Awaited<ReturnType<typeof createTestDatabase>>
let gateway: TestGateway
let port: number
const running: Program[] = []

beforeAll(async () => {
  await buildServer(projectRoot, folder)
  database = await createTestDatabase()
  port = await freePort()
  gateway = await startDemoGateway({
    cards: renewalCards(kills * renewalsPerKill),
    webhookUrl: `http://127.0.0.1:${port}/webhooks/payments/demo`,
  })
}, 120_000)

afterAll(async () => {
  for (const each of running) await each.kill('SIGKILL')
  await gateway.stop()
  await database.close()
  rmSync(dataDir, { recursive: true })
  rmSync(folder, { recursive: true })
})

async function start(program: 'main' | 'worker'): Promise<Program> {
  const started = await startProgram(program, {
    folder,
    environment: {
      MODE: 'demo',
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'silent',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      DEMO_GATEWAY_URL: gateway.url,
      DEMO_GATEWAY_KEY: gateway.secret,
    },
  })
  running.push(started)
  return started
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return address !== null && typeof address === 'object' ? address.port : 0
}

const Counts = z.object({ due: z.int(), open: z.int(), paid: z.int(), failed: z.int(), periods: z.int() })
const count = async () => {
  const { rows } = await database.pool.query(`
    select (select count(*)::int from recurring_profiles where state = 'active' and charge_at <= now()) as due,
      (select count(*)::int from payments where state in ('created', 'submitted', 'unknown')) as open,
      (select count(*)::int from payments where state = 'paid') as paid,
      (select count(*)::int from payments where state = 'failed') as failed,
      (select count(*)::int from subscriptions where renewal_of is not null) as periods`)
  return Counts.parse(rows[0])
}

test(
  'a server and workers that are killed before, during and after charges, fifty times, charge every period once',
  async ({ annotate }) => {
    const total = kills * renewalsPerKill
    // Nothing is due yet; each round makes a few due, so that every kill meets charges under way.
    await makeRenewals(database.db, total, Temporal.Now.instant().add({ hours: 24 }))
    await gateway.setFaults({ slowness_ms: 120 })
    const makeDue = (limit: number) =>
      database.pool.query(
        `update recurring_profiles set charge_at = now() - interval '1 second'
         where id in (select id from recurring_profiles where state = 'active'
           and charge_at between now() and now() + interval '2 days' order by id limit $1)`,
        [limit],
      )
    const giveUpAt = performance.now() + killingMs
    let killed = 0
    const keepKilling = async (program: 'main' | 'worker') => {
      for (let round = 0; round < kills / 2 && performance.now() < giveUpAt; round++) {
        await makeDue(renewalsPerKill)
        const started = await start(program)
        await pause(Math.random() * 250)
        await started.kill('SIGKILL')
        killed++
      }
    }
    // Two at a time, so that the one that lives meets what the other one has left.
    await Promise.all([keepKilling('main'), keepKilling('worker')])
    await annotate(`${killed} processes were killed`)

    await makeDue(total)
    await gateway.setFaults({ slowness_ms: 0 })
    const restartedAt = performance.now()
    await start('main')
    await expect
      .poll(count, { timeout: settlingMs, interval: 250 })
      .toEqual({ due: 0, open: 0, paid: total, failed: 0, periods: total })
    expect(performance.now() - restartedAt).toBeLessThan(settlingMs)

    const { charges } = await gateway.ledger()
    expect(charges).toHaveLength(total)
    expect(new Set(charges.map(charge => charge.card)).size).toBe(total)
    expect(killed).toBeGreaterThanOrEqual(10)
  },
  killingMs + settlingMs + 30_000,
)
