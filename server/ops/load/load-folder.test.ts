import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { verifyPassword } from '#server/modules/identity/passwords/hash-password.ts'
import { users } from '#server/modules/identity/tables.ts'
import { readContent } from '#server/modules/invoices/read-content.ts'
import { documents } from '#server/modules/invoices/tables.ts'
import { products, recurringProfiles, subscriptions } from '#server/modules/subscriptions/tables.ts'
import { projectRoot } from '#server/platform/process/project-root.ts'
import { faultsOf, openFolderLoad, period, premium, reader } from '#server/testing/make/load-folder.ts'

const folder = await openFolderLoad()
const { db, load, put } = folder
beforeEach(folder.empty)
afterAll(folder.close)

const nextPeriod = { ...period, key: 'two', from: undefined, after: 'one', recurrence: { state: 'on' } }

test('idempotent: the demo publisher loads, and a second load a month later changes nothing', async () => {
  const demo = join(projectRoot, 'demo')
  const first = await load({}, demo)
  expect(first.files.length).toBeGreaterThanOrEqual(10)
  expect(first.files.every(file => file.added > 0 && file.changed + file.unchanged === 0)).toBe(true)
  const before = await folder.everything()

  folder.wait(31 * 24)
  const second = await load({}, demo)
  expect(second.files).toEqual(
    first.files.map(({ file, added }) => ({ file, added: 0, changed: 0, unchanged: added })),
  )
  expect(await folder.everything()).toEqual(before)
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
  const made = await db.select().from(documents)
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
  await db.update(users).set({ locale: 'en', phone: '0999100100', name: 'Jana Nová' })

  await put('products.json', [{ ...premium, price_cents: 9490 }])
  await put('readers.json', [{ ...reader, foreign_id: 'crm-1', phone: '0999100199' }])
  const { files } = await load()
  expect(files.map(file => file.changed)).toEqual([1, 1])
  expect((await db.select().from(products))[0]?.priceCents).toBe(9490)
  expect((await db.select().from(users))[0]).toMatchObject({
    email: 'jana@example.com',
    foreignId: 'crm-1',
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
  const rows = await db.select().from(subscriptions).orderBy(subscriptions.startsAt)
  expect(rows.map(row => [String(row.startsAt), String(row.endsAt)])).toEqual([
    ['2025-09-21T08:00:00Z', '2026-09-21T08:00:00Z'],
    ['2026-09-21T08:00:00Z', '2027-09-21T08:00:00Z'],
  ])
  const renewals = await db.select().from(recurringProfiles).orderBy(recurringProfiles.chargeAt)
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
  await db.update(recurringProfiles).set({ state: 'user_stop' }).where(eq(recurringProfiles.state, 'active'))
  await put('subscriptions.json', [period, { ...nextPeriod, price_cents: 8990 }])
  await load()
  const states = await db.select({ state: recurringProfiles.state }).from(recurringProfiles)
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
  const hashes = (await db.select().from(users).orderBy(users.email)).map(row => row.passwordHash)
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
  expect((await db.select().from(users))[0]).toMatchObject({
    email: 'jana@example.com',
    name: 'Jana',
  })
})

test('a dry run tells what a load would do, and leaves no trace', async () => {
  await put('products.json', [premium])
  await load()
  await put('products.json', [{ ...premium, name: { sk: 'Iné', en: 'Other' } }])
  await put('readers.json', [reader])
  await put('subscriptions.json', [period])
  const before = await folder.everything()
  const tried = await load({ dryRun: true })
  expect(tried.files).toEqual([
    { file: 'products.json', added: 0, changed: 1, unchanged: 0 },
    { file: 'readers.json', added: 1, changed: 0, unchanged: 0 },
    { file: 'subscriptions.json', added: 1, changed: 0, unchanged: 0 },
  ])
  expect(await folder.everything()).toEqual(before)
  expect(await load()).toEqual(tried)

  await put('readers.json', [{ ...reader, locale: 'de' }])
  expect(await faultsOf(load({ dryRun: true }))).toEqual([expect.stringMatching(/^readers\.json:5 /)])
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
