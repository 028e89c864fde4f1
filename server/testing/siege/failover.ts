import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { machineClock, movableClock } from '#server/platform/clock.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { migrateDatabase } from '#server/platform/database/migrate-database.ts'
import { within } from '#server/platform/timeout.ts'
import { findPrograms, startPrimaryAndStandby } from '#server/testing/doubles/standby.ts'
import { allDone, readWork } from '#server/testing/inspect/open-work.ts'
import { letUpgrade, makeDue, makeRenewals, renewalCards } from '#server/testing/make/due-renewals.ts'
import { type HttpReader, type Member, signInOverHttp } from '#server/testing/setup/cluster.ts'
import { has } from '#server/testing/setup/has-program.ts'
import { createPooledCluster } from '#server/testing/setup/pooled-cluster.ts'

const renewals = 1000
/** Charged before the primary is lost: it happens amid the run. */
const chargedBefore = 200
/** How long it takes until somebody, or something, promotes the standby. */
const noticedAfterMs = 3000
const settlingMs = 240_000
const givenUpAfterMs = 900_000

/** What a failover cost, in seconds, and all that was wrong after it, counted by kind: nothing is above 0. */
export type Failover = { killed: number; pointedS: number; longestS: number; wrong: Record<string, number> }

/**
 * Loses the primary amid a run of charges, promotes its standby and leads PgBouncer there, while two servers and two
 * workers are killed in turn. Then compares what the gateway took with payments and documents.
 *
 * @returns undefined where PostgreSQL or PgBouncer is not installed
 * @throws when it is not over in time: something hangs
 */
export async function surviveFailover(): Promise<Failover | undefined> {
  const programs = findPrograms()
  if (programs === undefined || !has('pgbouncer')) return undefined
  const open = new AsyncDisposableStack()
  try {
    const survived = await within(givenUpAfterMs, failOver(programs, open))
    if (!survived) throw new Error(`The failover was not over after ${givenUpAfterMs / 1000} s`)
    return survived
  } finally {
    await open.disposeAsync()
  }
}

/** @param open what is to be stopped at the end, in reverse order */
async function failOver(programs: string, open: AsyncDisposableStack): Promise<Failover> {
  const pair = await startPrimaryAndStandby(programs)
  open.defer(pair.stop)
  await migrateDatabase(pair.primary.url)
  await setTimeLimits(pair.primary.url)
  const { pooler, gateway, cluster } = await createPooledCluster(open, {
    database: pair.primary.url,
    poolSize: 40,
    gateway: { cards: renewalCards(renewals + 1) },
  })
  const [first] = cluster.servers
  if (!first) throw new Error('A cluster has servers')
  const database = openDatabase(pooler.url, { isPooled: true, maxConnections: 3 })
  open.defer(database.close)
  await makeRenewals(database.db, renewals + 1, machineClock.now().add({ hours: 24 }))
  await database.pool.query('create table acknowledged (number int primary key)')
  const [account] = await letUpgrade(database, renewals)
  if (!account) throw new Error('Nobody can sign in')
  // The first one makes the queue's tables.
  for (const member of cluster.all) await member.start()
  const reader = await signInOverHttp(first, cluster.origin, account, '10.0.0.1')
  await gateway.setFaults({ slowness_ms: 300 })

  const over = new AbortController()
  const reading = keepReading(reader, cluster.servers, over.signal)
  const writing = keepWriting(database, over.signal)
  const killing = keepKilling(cluster.all, over.signal)
  await makeDue(database, renewals)
  while ((await renewed(database)) < chargedBefore) await pause(50)
  await pair.losePrimary()
  const lostAt = performance.now()
  await pause(noticedAfterMs)
  await pair.standby.promote()
  await pooler.pointAt(pair.standby.url)
  const pointedS = (performance.now() - lostAt) / 1000
  while ((await renewed(database)) < renewals) {
    if (performance.now() - lostAt > settlingMs) break
    await pause(200)
  }
  over.abort()
  const [longestS, acknowledged, killed] = await Promise.all([reading, writing, killing])

  await gateway.setFaults({ slowness_ms: 0 })
  // Skips the wait before a killed worker's charge is taken over.
  await movableClock(database).advance(Temporal.Duration.from('PT3M'))
  return { killed, pointedS, longestS, wrong: await differences(database, gateway.ledger, acknowledged) }
}

async function setTimeLimits(url: string): Promise<void> {
  const database = openDatabase(url, { maxConnections: 1 })
  await database.pool.query('alter role profil set statement_timeout = 20000')
  await database.pool.query('alter role profil set idle_in_transaction_session_timeout = 60000')
  await database.close()
}

/** @returns the longest time in seconds in which no server had an answer */
async function keepReading(reader: HttpReader, servers: Member[], over: AbortSignal): Promise<number> {
  let answeredAt = performance.now()
  let longest = 0
  for (let turn = 0; !over.aborted; turn++) {
    const server = servers[turn % servers.length]
    const answer = server && (await reader.ask(server, 'GET', 'subscriptions'))
    longest = Math.max(longest, performance.now() - answeredAt)
    if (answer?.status === 200) answeredAt = performance.now()
    await pause(50)
  }
  return longest / 1000
}

/** @returns numbers that the database has acknowledged */
async function keepWriting({ pool }: Database, over: AbortSignal): Promise<number[]> {
  const acknowledged: number[] = []
  for (let number = 0; !over.aborted; number++) {
    await pool.query('insert into acknowledged values ($1)', [number]).then(
      () => acknowledged.push(number),
      () => undefined,
    )
    await pause(20)
  }
  return acknowledged
}

/** Kills one process after the other, and starts each again as a supervisor does. @returns how many were killed */
async function keepKilling(members: Member[], over: AbortSignal): Promise<number> {
  let killed = 0
  for (; !over.aborted; killed++) {
    const member = members[killed % members.length]
    await member?.kill()
    const isUp = () =>
      member?.start().then(
        () => true,
        () => false,
      )
    while (!(await isUp())) await pause(500)
    await pause(500)
  }
  return killed
}

/** Renewals that are paid; 0 while the database is away. */
const renewed = (database: Database) =>
  readWork(database).then(
    work => work.renewed,
    () => 0,
  )

const Booked = z.object({ payments: z.int(), cents: z.int(), documents: z.int(), missing: z.int() })

/** What is wrong once all work is done, counted by kind. */
async function differences(
  database: Database,
  readLedger: () => Promise<{ taken: number; charges: { card: string }[] }>,
  acknowledged: readonly number[],
): Promise<Record<string, number>> {
  const done = JSON.stringify(allDone(renewals))
  const giveUpAt = performance.now() + settlingMs
  let work = await readWork(database)
  while (JSON.stringify(work) !== done && performance.now() < giveUpAt) {
    await pause(500)
    work = await readWork(database)
  }
  const left = JSON.stringify(work)
  const { charges, taken } = await readLedger()
  const cards = new Set(charges.map(charge => charge.card)).size
  const { rows } = await database.pool.query<object>(`
    select count(*)::int as payments, sum(payments.amount_cents)::int as cents, count(documents.id)::int as documents,
      (max(serial) - min(serial) + 1 - count(documents.id))::int as missing
    from payments left join documents on documents.payment_id = payments.id
    where payments.purpose = 'renewal' and payments.state = 'paid'`)
  const booked = Booked.parse(rows[0])
  const kept = await database.pool.query('select from acknowledged where number = any($1)', [acknowledged])
  return {
    [left === done ? 'work that is not done' : `work that is not done, ${left}`]: left === done ? 0 : 1,
    'readers charged twice': charges.length - cards,
    'readers not charged': renewals - cards,
    'charges without a payment, or payments without a charge': Math.abs(charges.length - booked.payments),
    'cents between the gateway and our books': Math.abs(taken - booked.cents),
    'payments without a document': booked.payments - booked.documents,
    'missing numbers of documents': booked.missing,
    [`of ${acknowledged.length} acknowledged writes, lost`]: acknowledged.length - (kept.rowCount ?? 0),
  }
}
