import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { findReaderSubscriptions } from '../modules/subscriptions/reader-store.ts'
import { prepareWaitingOrders } from '../modules/subscriptions/transfer-store.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { makeRenewals } from '../testing/make/due-renewals.ts'
import { openOperator } from '../testing/make/operator.ts'
import { makeProduct } from '../testing/make/purchase.ts'
import { createTestApp } from '../testing/setup/test-app.ts'

const readers = 20_000
const ownPath = '/rest/api/prv/v1/users/{userId}'

/** Each finds one reader. */
const lookUps = [
  { email: 'renewal-1234@' },
  { email: 'enewal-12345@' },
  { name: 'Žofia 4321' },
  { foreign_id: 'crm-321' },
  { phone: '+421 900 000 777' },
  { nickname: 'prezývka555' },
  { variable_symbol: '9000000555' },
  { document: 'P-2026-020777' },
  { company: '77000888' },
  { company: 'mlyn 19999' },
]

/** What belongs to one subscription of the reader, a company's. */
const ownOnes = [
  `${ownPath}/subscriptions/20/pause`,
  `${ownPath}/subscriptions/20/payment-confirmation`,
  `${ownPath}/companies/20/invoices`,
]

const exports: Record<string, (id: number) => Record<string, unknown>> = {
  'readers payments': id => ({ id }),
  'accounting payments': () => ({ month: '2026-02' }),
}

const server = openForFile(createTestApp)

beforeAll(async () => {
  await onOwnConnections(async database => {
    await makeRenewals(database.db, readers, server.clock.now().add({ hours: 24 * 30 }))
    await makeProduct(database, { code: 'company_1y', audience: 'company', seats: 10 })
    await database.db.execute(sql`update subscriptions set product_code = 'company_1y' where id % 20 = 0`)
    await database.db.execute(sql`
      with paid as (
        insert into payments (user_id, product_code, method, state, amount_cents, at, paid_on)
        select user_id, product_code, 'card', 'paid', price_cents, starts_at, starts_at::date from subscriptions
        returning id, user_id, amount_cents, at),
      documented as (
        insert into documents (user_id, payment_id, kind, year, serial, issued_at, amount_cents, content)
        select user_id, id, 'receipt', 2026, id, at, amount_cents, '{}' from paid),
      named as (
        insert into forum_profiles (user_id, nickname) select user_id, 'prezývka' || user_id from paid),
      used as (
        insert into devices (id, user_id, name, type, last_activity)
        select 'device-' || user_id, user_id, 'Firefox', 'desktop', at from paid),
      billed as (
        insert into addresses
          (user_id, type, name, surname, number, city, country, company_name, company_id, changed_at)
        select user_id, 'invoice', 'Ján', 'Mlynár', '1', 'Brezno', 'SK', 'Mlyn ' || user_id, 77000000 + user_id, at
        from paid)
      insert into sessions (id, user_id, token_epoch, started_at, last_used_at, user_agent, remember)
      select 'session-' || user_id, user_id, 0, at, at, '', false from paid`)
    await database.db.execute(
      sql`update users set phone = '09' || lpad(id::text, 8, '0'), foreign_id = 'crm-' || id, name = 'Žofia ' || id`,
    )
    await database.db.execute(sql`vacuum analyze`)
  })
})

/** PostgreSQL's statistics are flushed when connections are closed. */
async function onOwnConnections<Result>(act: (database: Database) => Promise<Result>): Promise<Result> {
  const database = openDatabase(server.url)
  try {
    return await act(database)
  } finally {
    await database.close()
  }
}

/** Number of sequential scans of each large table. */
const countScans = () =>
  onOwnConnections(async ({ db }) => {
    const { rows } = await db.execute(sql`
      select relname as name, seq_scan::int as scans from pg_stat_user_tables
      where schemaname = 'public' and n_live_tup >= ${readers} order by relname`)
    return z.array(z.object({ name: z.string(), scans: z.int() })).parse(rows)
  })

/** Every read of a reader's own data, as the API's description lists them. */
async function ownReads(): Promise<string[]> {
  const Description = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
  const { paths } = Description.parse((await server.app.inject('/openapi.json')).json())
  return Object.entries(paths).flatMap(([path, methods]) =>
    path.startsWith(ownPath) && !path.slice(ownPath.length).includes('{') && 'get' in methods ? [path] : [],
  )
}

test('neither reads of a reader’s own data nor support’s look-ups scan a large table sequentially', async () => {
  const before = await countScans()
  expect(before.map(each => each.name)).toEqual(
    expect.arrayContaining([
      'cards',
      'documents',
      'payments',
      'recurring_profiles',
      'subscriptions',
      'users',
    ]),
  )
  const { browser, ...reader } = await makeSignedIn(server)
  await onOwnConnections(({ db }) =>
    db.execute(sql`with own as (update subscriptions set user_id = ${reader.id} where id = 20 returning payment_id)
      update payments set user_id = ${reader.id} from own where id = payment_id`),
  )
  const reads = await ownReads()
  expect(reads.length).toBeGreaterThan(10)
  for (const path of reads) {
    const answer = await browser.get(path.replace('{userId}', String(reader.id)))
    // Features that are switched off answer 404.
    expect([200, 404], path).toContain(answer.statusCode)
  }
  for (const path of ownOnes) {
    const answer = await browser.get(path.replace('{userId}', String(reader.id)))
    // A pause is refused to a company; it is looked for all the same.
    expect([200, 422], path).toContain(answer.statusCode)
  }
  const operator = await openOperator(server, ['readers:read', 'payments:read', 'accounting:read'])
  for (const [name, input] of Object.entries(exports)) {
    expect((await operator.call(name, input(reader.id))).statusCode, name).toBe(200)
  }
  for (const wanted of lookUps) {
    const answer = await operator.call('readers find', wanted)
    expect([wanted, answer.json()]).toEqual([wanted, { items: [expect.anything()] }])
  }
  await server.stopDatabase()
  await expect.poll(othersThere).toBe(0)
  expect(await countScans()).toEqual(before)
})

const othersThere = () =>
  onOwnConnections(async ({ db }) => {
    const { rows } = await db.execute(sql`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name not like 'profil-%'`)
    return z.object({ count: z.int() }).parse(rows[0]).count
  })

test('PostgreSQL keeps its plans of a reader’s subscriptions and orders', async () => {
  const database = openDatabase(server.url, { maxConnections: 1 })
  try {
    const lookups = [findReaderSubscriptions(database.db), prepareWaitingOrders(database.db)]
    // It plans the first five anew in any case.
    for (let reader = 1; reader <= 6; reader++) await Promise.all(lookups.map(find => find(reader)))
    const { rows } = await database.db.execute(
      sql`select name, generic_plans::int as kept from pg_prepared_statements order by name`,
    )
    expect(rows).toEqual([
      { name: 'reader_subscriptions_of_one', kept: 1 },
      { name: 'subscriptions_awaited_transfers_of_one', kept: 1 },
    ])
  } finally {
    await database.close()
  }
})
