import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { loadConfig } from '#server/config/config.ts'
import { verifyPassword } from '#server/modules/identity/hash-password.ts'
import { users } from '#server/modules/identity/tables.ts'
import { readContent } from '#server/modules/invoices/read-content.ts'
import { documents } from '#server/modules/invoices/tables.ts'
import { products, recurringProfiles, subscriptions } from '#server/modules/subscriptions/tables.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { createTestDatabase } from '#server/testing/setup/test-database.ts'
import { loadFolder } from './load-folder.ts'

const database = await createTestDatabase()
let folder: string
let now = Temporal.Instant.from('2026-11-21T06:34:10Z')
const load = (from = folder, options: Parameters<typeof loadFolder>[2] = {}) =>
  loadFolder({ db: database.db, clock: { now: () => now }, settings: loadConfig({}) }, from, options)

beforeEach(async () => {
  await database.pool.query('truncate users, products, payments, faq_categories, layout_blocks cascade')
  folder = await mkdtemp(join(tmpdir(), 'profil-load-'))
  folders.push(folder)
  now = Temporal.Instant.from('2026-11-21T06:34:10Z')
})
const folders: string[] = []
afterAll(async () => {
  await database.close()
  await Promise.all(folders.map(each => rm(each, { recursive: true })))
})

const put = (file: string, content: unknown) =>
  writeFile(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content, null, 2))

const premium = {
  code: 'premium_1y',
  group: 'premium',
  audience: 'person',
  price_cents: 8990,
  currency: 'EUR',
  length: 'P1Y',
  access: ['web', 'device6'],
  device_limit: 6,
  seats: 1,
  renews_into: 'premium_1y',
  name: { sk: 'Prémium', en: 'Premium' },
  sold: true,
}
const reader = {
  email: 'Jana@example.com',
  name: 'Jana',
  locale: 'sk',
  confirmed: true,
  registered: '-P2Y 10:00',
  registered_via: 'web',
}
const period = {
  key: 'one',
  reader: 'jana@example.com',
  product: 'premium_1y',
  from: '-P1Y2M 10:00',
  price_cents: 7990,
  recurrence: { state: 'off', reason: 'renewed' },
}
const nextPeriod = { ...period, key: 'two', from: undefined, after: 'one', recurrence: { state: 'on' } }

const everything = async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const contents: Record<string, unknown[]> = {}
  for (const { name } of rows) {
    contents[name] = (
      await database.pool.query(`select t::text, t.xmin::text from "${name}" t order by 1`)
    ).rows
  }
  return contents
}

test('idempotent: the demo publisher loads, and a second load a month later changes nothing', async () => {
  const demo = join(projectRoot, 'demo')
  const first = await load(demo)
  expect(first.files.length).toBeGreaterThanOrEqual(10)
  expect(first.files.every(file => file.added > 0 && file.changed + file.unchanged === 0)).toBe(true)
  const before = await everything()

  now = now.add({ hours: 31 * 24 })
  const second = await load(demo)
  expect(second.files).toEqual(
    first.files.map(({ file, added }) => ({ file, added: 0, changed: 0, unchanged: added })),
  )
  expect(await everything()).toEqual(before)
})

test('R1.17 an imported company’s invoice names the company, though its address is in another file', async () => {
  const { email } = reader
  const address = {
    key: 'lipa',
    reader: email,
    type: 'invoice',
    name: 'Jana',
    surname: 'Nová',
    number: '27/B',
    city: 'Žilina',
    zip: '010 01',
    country: 'SK',
    company_name: 'Pod Lipou, s. r. o.',
    company_id: '99000407',
  }
  const payment = {
    key: 'paid',
    reader: email,
    product: premium.code,
    method: 'bank_transfer',
    state: 'paid',
    amount_cents: 8990,
    currency: 'EUR',
    at: '-P7M 09:30',
    document: { kind: 'invoice', serial: 214 },
  }
  await put('products.json', [premium])
  await put('readers.json', [reader])
  await put('payments.json', [payment])
  await put('addresses.json', [address])
  await load()
  const made = await database.db.select().from(documents)
  expect(made.map(({ content }) => readContent(content).buyer)).toMatchObject([
    {
      companyId: '99000407',
      company: 'Pod Lipou, s. r. o.',
      person: 'Jana Nová',
      address: { street: 'Žilina 27/B', country: 'SK' },
    },
  ])
})

test('what the publisher decides follows the file, what the reader changed stays', async () => {
  await put('products.json', [premium])
  await put('readers.json', [reader])
  await load()
  await database.db.update(users).set({ locale: 'en', phone: '0999100100' })

  await put('products.json', [{ ...premium, price_cents: 9490 }])
  await put('readers.json', [{ ...reader, name: 'Jana Nová', phone: '0999100199' }])
  const { files } = await load()
  expect(files.map(file => file.changed)).toEqual([1, 1])
  expect((await database.db.select().from(products))[0]?.priceCents).toBe(9490)
  expect((await database.db.select().from(users))[0]).toMatchObject({
    email: 'jana@example.com',
    name: 'Jana Nová',
    locale: 'en',
    phone: '0999100100',
  })
})

test('periods join, and the renewal is charged 48 hours before the end', async () => {
  await put('products.json', [premium])
  await put('readers.json', [reader])
  await put('subscriptions.json', [period, nextPeriod])
  await load()
  const rows = await database.db.select().from(subscriptions).orderBy(subscriptions.startsAt)
  expect(rows.map(row => [String(row.startsAt), String(row.endsAt)])).toEqual([
    ['2025-09-21T08:00:00Z', '2026-09-21T08:00:00Z'],
    ['2026-09-21T08:00:00Z', '2027-09-21T08:00:00Z'],
  ])
  const renewals = await database.db.select().from(recurringProfiles).orderBy(recurringProfiles.chargeAt)
  expect(renewals.map(row => [row.state, String(row.chargeAt)])).toEqual([
    ['charged', '2026-09-19T08:00:00Z'],
    ['active', '2027-09-19T08:00:00Z'],
  ])
})

test('a renewal that its reader stopped stays stopped after another load', async () => {
  await put('products.json', [premium])
  await put('readers.json', [reader])
  await put('subscriptions.json', [period, nextPeriod])
  await load()
  await database.db
    .update(recurringProfiles)
    .set({ state: 'user_stop' })
    .where(eq(recurringProfiles.state, 'active'))
  await put('subscriptions.json', [period, { ...nextPeriod, price_cents: 8990 }])
  await load()
  const states = await database.db.select({ state: recurringProfiles.state }).from(recurringProfiles)
  expect(states.map(row => row.state).sort()).toEqual(['charged', 'user_stop'])
})

test('a password signs in; many readers with one password cost one hash', async () => {
  const [a, b] = ['a@example.com', 'b@example.com'].map(email => ({
    ...reader,
    email,
    password: 'Heslo-1234',
  }))
  await put('readers.json', [a, b, { ...reader, email: 'c@example.com' }])
  await load()
  const hashes = (await database.db.select().from(users).orderBy(users.email)).map(row => row.passwordHash)
  expect(hashes[0]).toBe(hashes[1])
  expect(hashes[2]).toBeNull()
  expect(await verifyPassword(hashes[0] ?? null, 'Heslo-1234')).toBe(true)
})

test('the same list can be CSV', async () => {
  await put(
    'readers.csv',
    'email;name;locale;confirmed;registered;registered_via\njana@example.com;Jana;sk;true;2024-05-01 10:00;web\n',
  )
  await load()
  expect((await database.db.select().from(users))[0]).toMatchObject({
    email: 'jana@example.com',
    name: 'Jana',
  })
})

test('atomic: a fault in the middle of a file rolls it back and names file, line and field', async () => {
  await put('products.json', [premium])
  await put('readers.json', [
    { ...reader, email: 'a@example.com' },
    { ...reader, email: 'b@example.com', locale: 'de' },
    { ...reader, email: 'c@example.com' },
  ])
  await expect(load()).rejects.toThrow(
    'readers.json:13 $[1].locale: "locale" must be one of sk, en; correct it.',
  )
  expect(await database.db.$count(users)).toBe(0)
  expect(await database.db.$count(products)).toBe(1)
})

test('so it is in CSV', async () => {
  const header = 'email,locale,confirmed,registered,registered_via'
  await put('readers.csv', `${header}\na@example.com,sk,true,-P1Y,web\nb@example.com,sk,maybe,-P1Y,web\n`)
  await expect(load()).rejects.toThrow(
    'readers.csv:3 confirmed: "confirmed" must be true or false; correct it.',
  )
  expect(await database.db.$count(users)).toBe(0)
})

test.each([
  [
    'a reader',
    { reader: 'who@example.com' },
    /^subscriptions\.json:4 \$\[0\]\.reader: .* the reader "who@example\.com".* add it to readers/,
  ],
  ['a product', { product: 'gold' }, /^subscriptions\.json:5 \$\[0\]\.product: .* the product "gold"/],
  ['a payment', { payment: 'p' }, /\$\[0\]\.payment: .* the payment "p"/],
  ['an earlier period', { from: undefined, after: 'zero' }, /\$\[0\]\.after: .* the subscription "zero"/],
  ['a card', { recurrence: { state: 'on', card: 'c' } }, /\$\[0\]\.recurrence\.card: .* the card "c"/],
])('a reference to %s that is not there is refused with its place', async (_what, change, message) => {
  await put('products.json', [premium])
  await put('readers.json', [reader])
  await put('subscriptions.json', [{ ...period, ...change }])
  await expect(load()).rejects.toThrow(message)
  expect(await database.db.$count(subscriptions)).toBe(0)
  expect(await database.db.$count(recurringProfiles)).toBe(0)
})

test.each([
  [
    'R1.22 a company product of the group standard',
    { group: 'standard', audience: 'company' },
    /group: .*companies are never sold/,
  ],
  ['a misspelt field', { prize_cents: 1 }, /"prize_cents" is not known here/],
  [
    'a missing field',
    { name: { sk: 'Prémium' } },
    /products\.json:16 \$\[0\]\.name\.en: "name\.en" is missing; add it/,
  ],
  ['a price with cents after a comma', { price_cents: 89.9 }, /price_cents/],
  [
    'a product that renews into nothing known',
    { renews_into: 'gold' },
    /^products\.json:2 renews_into: .*"gold"/,
  ],
  [
    'an unknown flag',
    { access: ['web', 'all'] },
    /products\.json:11 \$\[0\]\.access\[1\]: .*one of web, print/,
  ],
])('%s is refused', async (_what, change, message) => {
  await put('products.json', [{ ...premium, ...change }])
  await expect(load()).rejects.toThrow(message)
  expect(await database.db.$count(products)).toBe(0)
})

test('the same row twice in one file is refused, with both lines', async () => {
  await put('readers.json', [reader, { ...reader, email: 'JANA@example.com' }])
  await expect(load()).rejects.toThrow(
    'readers.json:10 $[1]: "jana@example.com" is already on line 2; remove one of the two rows.',
  )
})

test('a card number instead of a token is refused', async () => {
  await put('readers.json', [reader])
  const card = { key: 'k', reader: reader.email, brand: 'Visa', last4: '4242', valid_until: '2028-08' }
  await put('cards.json', [{ ...card, token: '4242 4242 4242 4242' }])
  await expect(load()).rejects.toThrow(/token" looks like a card number/)
})

test('a file that is no JSON, no list or there twice is refused', async () => {
  await put('products.json', '[\n  {},\n]')
  await expect(load()).rejects.toThrow(/^products\.json:3: this is not valid JSON/)
  await put('products.json', '{}')
  await expect(load()).rejects.toThrow(/^products\.json:1: the file must be a list/)
  await put('products.csv', 'code\n')
  await expect(load()).rejects.toThrow(/^products\.csv and products\.json are both there/)
})

const faultsOf = async (loading: Promise<unknown>) =>
  String(
    await loading.then(
      () => 'none',
      (error: unknown) => (error instanceof Error ? error.message : error),
    ),
  ).split('\n')

test('all faults of all files are listed at once, and consequential ones are counted', async () => {
  await put('products.json', [premium])
  await put(
    'readers.csv',
    [
      'email,locale,confirmed,registered,registered_via,foreign_id',
      'a@example.com,sk,maybe,-P1Y,web,',
      'b@example.com,sk,true,-P1Y,web,,one too many',
      'c@example.com,de,true,-P1Y,pigeon,',
      'd@example.com,sk,true,-P1Y,web,',
      '',
    ].join('\n'),
  )
  const link = { provider: 'google', linked_at: '-P1D', reader: 'd@example.com' }
  await put('linked-accounts.json', [
    { ...link, subject: 'first' },
    { ...link, subject: 'second' },
    { ...link, subject: 'third', reader: 'A@example.com' },
  ])
  await put('subscriptions.json', [
    { ...period, key: 'of-b', reader: 'b@example.com' },
    { ...period, key: 'after-b', from: undefined, after: 'of-b', reader: 'd@example.com' },
    { ...period, key: 'of-nobody', reader: 'who@example.com' },
    { ...period, key: 'good', reader: 'd@example.com' },
  ])
  await put('follows.json', '[\n')
  expect(await faultsOf(load())).toEqual([
    'readers.csv:2 confirmed: "confirmed" must be true or false; correct it.',
    expect.stringMatching(/^readers\.csv:3: the row has 7 cells and the first line names 6/),
    'readers.csv:4 locale: "locale" must be one of sk, en; correct it.',
    expect.stringMatching(/^readers\.csv:4 registered_via: /),
    expect.stringMatching(/^linked-accounts\.json:8 .* rule "extern_accounts_user"/),
    expect.stringMatching(/^subscriptions\.json:\d+ \$\[2\]\.reader: .*"who@example\.com"/),
    expect.stringMatching(/^follows\.json:\d+: this is not valid JSON/),
    'Rows that name rows with a fault, and so were not looked at to their end: 3.',
    'Only these are loaded: products.json.',
  ])
  expect(await database.db.$count(users)).toBe(0)
  expect(await database.db.$count(subscriptions)).toBe(0)
  expect(await database.db.$count(products)).toBe(1)
})

test('of very many faults the first 200 are told, and how many more there are', async () => {
  const faulty = { ...reader, locale: 'de' }
  await put(
    'readers.json',
    Array.from({ length: 250 }, (_, at) => ({ ...faulty, email: `r${at}@example.com` })),
  )
  const lines = await faultsOf(load())
  expect(lines.filter(line => line.startsWith('readers.json:'))).toHaveLength(200)
  expect(lines.slice(200)).toEqual(['50 more faults were found.', 'Nothing is loaded.'])
})

test('a dry run tells what a load would do, and leaves no trace', async () => {
  await put('products.json', [premium])
  await load()
  await put('products.json', [{ ...premium, name: { sk: 'Iné', en: 'Other' } }])
  await put('readers.json', [reader])
  await put('subscriptions.json', [period])
  const before = await everything()
  const tried = await load(folder, { dryRun: true })
  expect(tried.files).toEqual([
    { file: 'products.json', added: 0, changed: 1, unchanged: 0 },
    { file: 'readers.json', added: 1, changed: 0, unchanged: 0 },
    { file: 'subscriptions.json', added: 1, changed: 0, unchanged: 0 },
  ])
  expect(await everything()).toEqual(before)
  expect(await load()).toEqual(tried)

  await put('readers.json', [{ ...reader, locale: 'de' }])
  expect(await faultsOf(load(folder, { dryRun: true }))).toEqual([expect.stringMatching(/^readers\.json:5 /)])
})

test('a value that the database refuses is told as a fault of its row, without the value', async () => {
  await put('readers.json', [reader])
  const link = { reader: reader.email, provider: 'google', linked_at: '-P1D' }
  await put('linked-accounts.json', [
    { ...link, subject: 'first' },
    { ...link, subject: 'second' },
  ])
  await expect(load()).rejects.toThrow(
    'linked-accounts.json:8 $[1]: the database refuses this row by its rule "extern_accounts_user"; correct the row.',
  )
})

test('files of no known kind are named and left alone, notes and pictures are not looked at', async () => {
  await put('horoscopes.json', [])
  await put('README.md', 'notes')
  await put('products.json', [premium])
  expect(await load()).toEqual({
    files: [{ file: 'products.json', added: 1, changed: 0, unchanged: 0 }],
    notKnown: ['horoscopes.json'],
    kept: [],
  })
})
