import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { machineClock, movableClock } from '../platform/clock.ts'
import { startDemoGateway, type TestGateway } from '../testing/doubles/demo-gateway.ts'
import { type MailServer, startMailServer } from '../testing/doubles/mail-server.ts'
import { allDone, readWork } from '../testing/inspect/open-work.ts'
import { letUpgrade, makeDue, makeRenewals, renewalCards } from '../testing/make/due-renewals.ts'
import { createCluster, type HttpReader, type Member, signInOverHttp } from '../testing/setup/cluster.ts'
import { createTestDatabase } from '../testing/setup/test-database.ts'

/** How long processes are killed, in milliseconds; the siege kills them for minutes. */
const killingMs = Number(process.env['KILLING_S'] ?? 3) * 1000
/** Every process is killed twice at least; more often where it is to take longer. */
const leastRounds = 4
const mostRounds = Math.max(leastRounds, Math.ceil(killingMs / 2000))
const renewalsPerKill = 6
const renewals = 2 * mostRounds * renewalsPerKill

const dataDir = mkdtempSync(join(tmpdir(), 'profil-killed-'))
let database: Awaited<ReturnType<typeof createTestDatabase>>
let gateway: TestGateway
let mailServer: MailServer
let cluster: Awaited<ReturnType<typeof createCluster>>

beforeAll(async () => {
  database = await createTestDatabase()
  mailServer = await startMailServer()
  gateway = await startDemoGateway({
    cards: renewalCards(renewals + mostRounds),
    webhookUrl: 'http://127.0.0.1:9',
  })
  cluster = await createCluster({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SMTP_URL: mailServer.url,
    DEMO_GATEWAY_URL: gateway.url,
    DEMO_GATEWAY_KEY: gateway.secret,
  })
  await gateway.setFaults({ webhook_url: `${cluster.origin}/webhooks/payments/demo` })
})

afterAll(async () => {
  await Promise.all(cluster.all.map(member => member.kill()))
  await gateway.stop()
  await mailServer.stop()
  await database.close()
  rmSync(dataDir, { recursive: true })
})

type Account = Awaited<ReturnType<typeof letUpgrade>>[number]

/** Readers whose year renews, none of them due yet, and as many as may be killed in an upgrade of theirs. */
async function makeReaders() {
  await makeRenewals(database.db, renewals + mostRounds, machineClock.now().add({ hours: 24 }))
  return letUpgrade(database, renewals)
}

/** A reader with an upgrade to accept: the code of what was offered, which an accepted one keeps. */
async function openUpgrading(account: Account, index: number) {
  const [server] = cluster.servers as [Member, Member]
  const ip = `10.0.${index >> 8}.${index % 256}`
  const signIn = () => signInOverHttp(server, cluster.origin, account, ip)
  let reader = await signIn()
  const path = `subscriptions/${account.subscriptionId}/offers`
  let code = ''
  return {
    ask: (...call: Parameters<HttpReader['ask']>) => reader.ask(...call),
    /** A token lives for ten minutes, which the siege and the moved clock take longer than. */
    signInAgain: async () => {
      reader = await signIn()
    },
    isOffered: async () => {
      code = (await reader.offers(server, account.subscriptionId))[0] ?? code
      if (code === '') throw new Error('Nothing is offered')
    },
    upgrade: async (at: Member) => (await reader.accept(at, `${path}/${code}`))?.status ?? 0,
  }
}

test(
  'two servers and two workers that are killed in turn charge once, lose no mail, and answer readers all the time',
  async ({ annotate }) => {
    const upgrading = await makeReaders()
    const [one, other] = cluster.servers as [Member, Member]
    await Promise.all(cluster.all.map(member => member.start()))
    const readers = await Promise.all(upgrading.map(openUpgrading))
    // One after the other: of hundreds at once some would be told to retry.
    for (const reader of readers) await reader.isOffered()
    await gateway.setFaults({ slowness_ms: 120 })
    const giveUpAt = performance.now() + killingMs
    const goesOn = (round: number) =>
      round < leastRounds || (round < mostRounds && performance.now() < giveUpAt)

    const over = new AbortController()
    let read = 0
    const unanswered: unknown[] = []
    /** A reader who keeps reading, failing over to the other server. */
    const keepReading = async (reader: Pick<HttpReader, 'ask'>) => {
      while (!over.signal.aborted) {
        const [first, second] = read % 2 === 0 ? [one, other] : [other, one]
        // One that did not answer may be up again by the time that the other is killed.
        const servers = [first, second, first]
        const answers: unknown[] = []
        for (const server of servers) {
          const answer = await reader.ask(server, 'GET', 'subscriptions')
          answers.push(answer?.status)
          if (answer?.status === 200) break
        }
        if (answers.at(-1) !== 200) unanswered.push(answers)
        read++
        await pause(40)
      }
    }

    let killed = 0
    const outcomes: string[] = []
    const killServers = async () => {
      for (let round = 0; goesOn(round); round++) {
        const [victim, survivor] = round % 2 === 0 ? [one, other] : [other, one]
        const reader = readers[round]
        if (!reader) throw new Error('Not enough readers')
        await makeDue(database, renewalsPerKill)
        // Killed during a charge that a reader waits for; the retry on another server is the same charge
        // (idempotency key).
        const asked = reader.upgrade(victim)
        await pause(Math.random() * 250)
        await victim.kill()
        killed++
        const again = await reader.upgrade(survivor)
        outcomes.push(`${await asked} then ${again}`)
        expect([201, 202]).toContain(again)
        expect((await reader.ask(survivor, 'GET', 'subscriptions'))?.status).toBe(200)
        await victim.start()
      }
    }
    const killWorkers = async () => {
      for (let round = 0; goesOn(round); round++) {
        const victim = cluster.workers[round % 2]
        await makeDue(database, renewalsPerKill)
        await pause(Math.random() * 250)
        await victim?.kill()
        killed++
        await victim?.start()
      }
    }
    const reading = readers.slice(0, 1).map(keepReading)
    await Promise.all([killServers(), killWorkers()])
    over.abort()
    await Promise.all(reading)
    await annotate(
      `${killed} processes were killed, ${read} times was read; upgrades: ${outcomes.join(', ')}`,
    )
    expect(unanswered).toEqual([])
    expect(read).toBeGreaterThan(killed)

    await gateway.setFaults({ slowness_ms: 0 })
    await makeDue(database, renewals)
    // Skips the wait before a killed worker's charge is taken over.
    await movableClock(database).advance(Temporal.Duration.from('PT3M'))
    const accepted = outcomes.length
    for (const reader of readers.slice(0, accepted)) {
      await reader.signInAgain()
      await expect
        .poll(async () => {
          const status = await reader.upgrade(one)
          // A charge that never reached the gateway was given up, and the price depends on the day.
          if (status === 422) await reader.isOffered()
          return status
        })
        .toBe(201)
    }
    await expect.poll(() => readWork(database), { interval: 250 }).toEqual(allDone(renewals))

    const { charges } = await gateway.ledger()
    expect(charges).toHaveLength(renewals + accepted)
    expect(new Set(charges.map(charge => charge.card)).size).toBe(renewals + accepted)

    // At-least-once delivery: each mail arrived, and only those in flight at a kill twice, with the same
    // Message-ID.
    const { rows } = await database.pool.query('select id from outbox_messages')
    const sent = new Set(mailServer.taken.map(mail => mail.messageId))
    expect(sent).toEqual(new Set(rows.map(({ id }) => `<outbox-${id}@127.0.0.1>`)))
    const addressed = new Set(mailServer.taken.map(mail => `${mail.messageId} ${mail.to}`))
    expect(addressed.size).toBe(sent.size)
    expect(mailServer.taken.length - sent.size).toBeLessThanOrEqual(killed)
  },
  killingMs + 300_000,
)
