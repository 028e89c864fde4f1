import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { buildServer } from '../scripts/build-server.ts'
import { projectRoot } from './platform/project-root.ts'
import { startDemoGateway, type TestGateway } from './testing/demo-gateway.ts'
import { makeRenewals, renewalCards } from './testing/make-due-renewals.ts'
import { createTestDatabase } from './testing/test-database.ts'

const renewalsPerKill = 6
const mostKills = 50
const killingMs = 60_000
const settlingMs = 60_000

const folder = join(projectRoot, '.cache/worker-test')
const dataDir = mkdtempSync(join(tmpdir(), 'profil-worker-'))
let database: Awaited<ReturnType<typeof createTestDatabase>>
let gateway: TestGateway
const workers = new Set<ChildProcess>()

beforeAll(async () => {
  await buildServer(projectRoot, folder)
  database = await createTestDatabase()
  gateway = await startDemoGateway({ cards: renewalCards(mostKills * renewalsPerKill) })
}, 120_000)

afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await gateway.stop()
  await database.close()
  rmSync(dataDir, { recursive: true })
  rmSync(folder, { recursive: true })
})

/** A worker as it runs in production, in a process of its own; resolves when it has begun to work. */
async function startWorker(): Promise<ChildProcess> {
  const start = `import { main } from ${JSON.stringify(join(folder, 'worker.js'))}; await main()`
  const worker = spawn(process.execPath, ['--input-type=module', '--eval', start], {
    cwd: projectRoot,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      MODE: 'demo',
      LOG_LEVEL: 'fatal',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      DEMO_GATEWAY_URL: gateway.url,
      DEMO_GATEWAY_KEY: gateway.secret,
    },
  })
  workers.add(worker)
  worker.once('exit', () => workers.delete(worker))
  await once(worker, 'message')
  return worker
}

async function kill(worker: ChildProcess): Promise<void> {
  const gone = once(worker, 'exit')
  worker.kill('SIGKILL')
  await gone
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
  'workers that are killed before, during and after charges, again and again, charge every period once',
  async ({ annotate }) => {
    const total = mostKills * renewalsPerKill
    // Nothing is due yet; each round makes a few due, so that every kill meets charges under way.
    await makeRenewals(database.db, total, Temporal.Now.instant().add({ hours: 24 }))
    await gateway.setFaults({ slowness_ms: 120 })
    const makeDue = (limit: number) =>
      database.pool.query(
        `update recurring_profiles set charge_at = now() - interval '1 second'
         where id in (select id from recurring_profiles where state = 'active' and charge_at > now() order by id limit $1)`,
        [limit],
      )
    const giveUpAt = performance.now() + killingMs
    let kills = 0
    const keepKilling = async () => {
      while (kills < mostKills && performance.now() < giveUpAt) {
        kills++
        await makeDue(renewalsPerKill)
        const worker = await startWorker()
        await pause(Math.random() * 250)
        await kill(worker)
      }
    }
    // Two at a time, so that the one that lives meets what the other one has left.
    await Promise.all([keepKilling(), keepKilling()])
    await annotate(`${kills} workers were killed`)

    await makeDue(total)
    await gateway.setFaults({ slowness_ms: 0 })
    const restartedAt = performance.now()
    await startWorker()
    await expect
      .poll(count, { timeout: settlingMs, interval: 250 })
      .toEqual({ due: 0, open: 0, paid: total, failed: 0, periods: total })
    expect(performance.now() - restartedAt).toBeLessThan(settlingMs)

    const { charges } = await gateway.ledger()
    expect(charges).toHaveLength(total)
    expect(new Set(charges.map(charge => charge.card)).size).toBe(total)
    expect(kills).toBeGreaterThanOrEqual(10)
  },
  killingMs + settlingMs + 30_000,
)
