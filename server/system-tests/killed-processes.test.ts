import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { hashPassword } from '../modules/identity/index.ts'
import { machineClock, movableClock } from '../platform/clock.ts'
import { startDemoGateway, type TestGateway } from '../testing/doubles/demo-gateway.ts'
import { type MailServer, startMailServer } from '../testing/doubles/mail-server.ts'
import { makeRenewals, renewalCards } from '../testing/make/due-renewals.ts'
import { makeProduct } from '../testing/make/purchase.ts'
import { createCluster, type HttpReader, type Member, signInOverHttp } from '../testing/setup/cluster.ts'
import { testPassword } from '../testing/setup/test-browser.ts'
import { createTestDatabase } from '../testing/setup/test-database.ts'

/** Every process is killed twice at least; more often where the machine is quick. */
const leastRounds = 4
const mostRounds = 8
const killingMs = 7000
const renewalsPerKill = 6
const renewals = 2 * mostRounds * renewalsPerKill
const settlingMs = 60_000

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
}, 120_000)

afterAll(async () => {
  await Promise.all(cluster.all.map(member => member.kill()))
  await gateway.stop()
  await mailServer.stop()
  await database.close()
  rmSync(dataDir, { recursive: true })
})

/** Readers whose year renews, none of them due yet, and as many as may be killed in an upgrade of theirs. */
async function makeReaders(): Promise<{ id: number; email: string; subscriptionId: number }[]> {
  await makeRenewals(database.db, renewals + mostRounds, machineClock.now().add({ hours: 24 }))
  await makeProduct(database, {
    code: 'premium_plus_1y',
    group: 'premium_plus',
    priceCents: 11_990,
    renewsInto: 'premium_plus_1y',
  })
  const { rows } = await database.pool.query(
    `with upgrading as (
       update users set confirmed_at = now(), password_hash = $1
       where split_part(split_part(email, '@', 1), '-', 2)::int > $2 returning id, email),
     periods as (
       update subscriptions set starts_at = starts_at + interval '30 days', ends_at = ends_at + interval '30 days'
       from upgrading where user_id = upgrading.id returning subscriptions.id, user_id, email),
     plans as (
       update recurring_profiles set charge_at = charge_at + interval '30 days'
       from periods where subscription_id = periods.id)
     select user_id as id, email, id as "subscriptionId" from periods`,
    [await hashPassword(testPassword), renewals],
  )
  return z.array(z.object({ id: z.int(), email: z.string(), subscriptionId: z.int() })).parse(rows)
}

/** Makes some renewals due: of those for tomorrow, not of those who upgrade. */
const makeDue = (limit: number) =>
  database.pool.query(
    `update recurring_profiles set charge_at = now() - interval '1 second'
     where id in (select id from recurring_profiles where state = 'active'
       and charge_at between now() and now() + interval '2 days' order by id limit $1)`,
    [limit],
  )

const Offers = z.object({ items: z.array(z.object({ code: z.string() })) })

/** A reader with an upgrade to accept: the code of what was offered, which an accepted one keeps. */
type Upgrading = HttpReader & { upgrade: (server: Member) => Promise<number>; isOffered: () => Promise<void> }

function upgradeOf(reader: HttpReader, subscriptionId: number): Upgrading {
  const path = `subscriptions/${subscriptionId}/offers`
  let code = ''
  return {
    ...reader,
    isOffered: async () => {
      const [server] = cluster.servers
      if (server) code = Offers.parse((await reader.ask(server, 'GET', path))?.body).items[0]?.code ?? code
    },
    upgrade: async server => (await reader.accept(server, `${path}/${code}`))?.status ?? 0,
  }
}

const State = z.object({
  due: z.int(),
  open: z.int(),
  renewed: z.int(),
  failed: z.int(),
  periods: z.int(),
  mailsWaiting: z.int(),
  jobsWaiting: z.int(),
  jobsFailed: z.int(),
})
const readState = async () => {
  const { rows } = await database.pool.query(`
    select (select count(*)::int from recurring_profiles where state = 'active' and charge_at <= now()) as due,
      (select count(*)::int from payments where state in ('created', 'submitted', 'unknown')) as open,
      (select count(*)::int from payments where state = 'paid' and purpose = 'renewal') as renewed,
      (select count(*)::int from payments where state = 'failed' and purpose = 'renewal') as failed,
      (select count(*)::int from subscriptions where renewal_of is not null) as periods,
      (select count(*)::int from outbox_messages where delivered_at is null) as "mailsWaiting",
      (select count(*)::int from pgboss.job where state in ('created', 'retry', 'active')) as "jobsWaiting",
      (select count(*)::int from pgboss.job where state = 'failed') as "jobsFailed"`)
  return State.parse(rows[0])
}

test(
  'two servers and two workers that are killed in turn charge once, lose no mail, and answer readers all the time',
  async ({ annotate }) => {
    const upgrading = await makeReaders()
    const [one, other] = cluster.servers as [Member, Member]
    await Promise.all(cluster.all.map(member => member.start()))
    const readers = await Promise.all(
      upgrading.map(async (reader, index) =>
        upgradeOf(
          await signInOverHttp(one, cluster.origin, reader, `10.0.0.${index + 1}`),
          reader.subscriptionId,
        ),
      ),
    )
    await Promise.all(readers.map(reader => reader.isOffered()))
    await gateway.setFaults({ slowness_ms: 120 })
    const giveUpAt = performance.now() + killingMs
    const goesOn = (round: number) =>
      round < leastRounds || (round < mostRounds && performance.now() < giveUpAt)

    const over = new AbortController()
    let read = 0
    const unanswered: unknown[] = []
    /** A reader who keeps reading, failing over to the other server. */
    const keepReading = async (reader: HttpReader) => {
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
        await makeDue(renewalsPerKill)
        // Killed during a charge that a reader waits for; the retry on another server is the same charge
        // (idempotency key).
        const asked = reader.upgrade(victim)
        await pause(Math.random() * 250)
        await victim.kill()
        killed++
        const again = await reader.upgrade(survivor)
        outcomes.push(`${await asked} then ${again}`)
        expect([201, 503]).toContain(again)
        expect((await reader.ask(survivor, 'GET', 'subscriptions'))?.status).toBe(200)
        await victim.start()
      }
    }
    const killWorkers = async () => {
      for (let round = 0; goesOn(round); round++) {
        const victim = cluster.workers[round % 2]
        await makeDue(renewalsPerKill)
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
    await makeDue(renewals)
    // Skips the wait before a killed worker's charge is taken over.
    await movableClock(database).advance(Temporal.Duration.from('PT3M'))
    const accepted = outcomes.length
    for (const reader of readers.slice(0, accepted)) {
      await expect
        .poll(
          async () => {
            const status = await reader.upgrade(one)
            // A charge that never reached the gateway was given up, and the price depends on the day.
            if (status === 422) await reader.isOffered()
            return status
          },
          { timeout: settlingMs },
        )
        .toBe(201)
    }
    await expect.poll(readState, { timeout: settlingMs, interval: 250 }).toEqual({
      due: 0,
      open: 0,
      renewed: renewals,
      failed: 0,
      periods: renewals,
      mailsWaiting: 0,
      jobsWaiting: 0,
      jobsFailed: 0,
    })

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
  killingMs + 2 * settlingMs + 60_000,
)
