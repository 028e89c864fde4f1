import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { machineClock } from '../platform/clock.ts'
import { projectRoot } from '../platform/process/project-root.ts'
import { startDemoGateway, type TestGateway } from '../testing/doubles/demo-gateway.ts'
import { type MailServer, startMailServer } from '../testing/doubles/mail-server.ts'
import { letUpgrade, makeRenewals, renewalCards, type Upgrading } from '../testing/make/due-renewals.ts'
import { createCluster, signInOverHttp } from '../testing/setup/cluster.ts'
import { createTestDatabase } from '../testing/setup/test-database.ts'

const due = 20
/** Long enough for several runs of a server's repeated tasks. */
const severalRoundsMs = 6000

const dataDir = mkdtempSync(join(tmpdir(), 'profil-background-'))
let database: Awaited<ReturnType<typeof createTestDatabase>>
let gateway: TestGateway
let mailServer: MailServer
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  mailServer = await startMailServer()
  gateway = await startDemoGateway({ cards: renewalCards(due + 1), webhookUrl: 'http://127.0.0.1:9' })
})

afterAll(async () => {
  for (const stop of stops) await stop()
  await gateway.stop()
  await mailServer.stop()
  await database.close()
  rmSync(dataDir, { recursive: true })
})

async function startCluster(background: 'on' | 'off') {
  const cluster = await createCluster({
    BACKGROUND: background,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SMTP_URL: mailServer.url,
    DEMO_GATEWAY_URL: gateway.url,
    DEMO_GATEWAY_KEY: gateway.secret,
  })
  stops.push(async () => {
    await Promise.all(cluster.all.map(member => member.kill()))
  })
  const [server] = cluster.servers
  if (!server) throw new Error('A cluster has servers')
  return { server, origin: cluster.origin }
}

/** Renewals that are due, but for one of a reader who can sign in and upgrade. */
async function makeReaders(): Promise<Upgrading> {
  await makeRenewals(database.db, due + 1, machineClock.now().subtract({ seconds: 1 }))
  const [reader] = await letUpgrade(database, due)
  if (!reader) throw new Error('Nobody may upgrade')
  return reader
}

const waiting = async () => {
  const { rows } = await database.pool.query(
    `select (select count(*)::int from recurring_profiles where state = 'active' and charge_at <= now()) as due,
       (select count(*)::int from pgboss.job where state in ('created', 'retry', 'active')) as jobs`,
  )
  return z.object({ due: z.int(), jobs: z.int() }).parse(rows[0])
}

test('with BACKGROUND=off readers are answered, and nothing is charged, mailed or forgotten until it is on', async () => {
  const reader = await makeReaders()
  const held = await startCluster('off')
  await held.server.start()
  expect(await (await fetch(`${held.server.url}/readyz`)).json()).toEqual({
    status: 'ready',
    background: 'off',
  })
  expect(await (await fetch(`${held.server.url}/metrics`)).text()).toContain('\nprofil_background 0\n')

  const { accept, offers } = await signInOverHttp(held.server, held.origin, reader, '10.0.0.1')
  const [code] = await offers(held.server, reader.subscriptionId)
  // The reader gets the same answer as when the gateway is down.
  const answer = await accept(held.server, `subscriptions/${reader.subscriptionId}/offers/${code}`)
  expect(answer?.status).toBe(202)
  const asked = await fetch(`${held.server.url}/login/forgotten-password`, {
    method: 'POST',
    headers: { origin: held.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email: reader.email }),
  })
  expect(asked.ok).toBe(true)
  await pause(severalRoundsMs)
  expect(await waiting()).toEqual({ due, jobs: 1 })
  expect((await gateway.ledger()).charges).toEqual([])
  expect(mailServer.taken).toEqual([])
  await held.server.kill()

  const working = await startCluster('on')
  await working.server.start()
  await expect.poll(waiting).toEqual({ due: 0, jobs: 0 })
  expect((await gateway.ledger()).charges).toHaveLength(due)
  expect(mailServer.taken.filter(mail => mail.to === reader.email)).toHaveLength(1)
})

test('a worker with BACKGROUND=off does not start, and says why', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/run-worker.ts', '--sources'], {
    cwd: projectRoot,
    env: { PATH: process.env['PATH'], BACKGROUND: 'off' },
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([
    1,
    'BACKGROUND=off leaves a worker nothing to do: start none, or leave BACKGROUND out.\n',
  ])
})
