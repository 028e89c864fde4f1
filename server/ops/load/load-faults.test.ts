import { afterAll, beforeEach, expect, test } from 'vitest'
import { users } from '#server/modules/identity/tables.ts'
import { products, recurringProfiles, subscriptions } from '#server/modules/subscriptions/tables.ts'
import { faultsOf, openFolderLoad, period, premium, reader } from '#server/testing/make/load-folder.ts'

const folder = await openFolderLoad()
const { db, load, put } = folder
beforeEach(folder.empty)
afterAll(folder.close)

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
  expect(await db.$count(users)).toBe(0)
  expect(await db.$count(products)).toBe(1)
})

test('so it is in CSV', async () => {
  const header = 'email,locale,confirmed,registered,registered_via'
  await put('readers.csv', `${header}\na@example.com,sk,true,-P1Y,web\nb@example.com,sk,maybe,-P1Y,web\n`)
  await expect(load()).rejects.toThrow(
    'readers.csv:3 confirmed: "confirmed" must be true or false; correct it.',
  )
  expect(await db.$count(users)).toBe(0)
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
  expect(await db.$count(subscriptions)).toBe(0)
  expect(await db.$count(recurringProfiles)).toBe(0)
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
  expect(await db.$count(products)).toBe(0)
})

test('the same row twice in one file is refused, with both lines', async () => {
  await put('readers.json', [reader, { ...reader, email: 'JANA@example.com' }])
  await expect(load()).rejects.toThrow(
    'readers.json:10 $[1]: "jana@example.com" is already on line 2; remove one of the two rows.',
  )
})

test('a card number instead of a token is refused, and so is a token that is none of the gateway', async () => {
  await put('readers.json', [reader])
  const card = { key: 'k', reader: reader.email, brand: 'Visa', last4: '4242', valid_until: '2028-08' }
  await put('cards.json', [{ ...card, token: '4242 4242 4242 4242' }])
  await expect(load()).rejects.toThrow(/token" looks like a card number/)
  await put('cards.json', [{ ...card, token: 'tok_of_another_gateway' }])
  await expect(folder.loadForStripe()).rejects.toThrow(
    /^cards\.json:8 \$\[0\]\.token: "token" is not a token of Stripe's/,
  )
})

test('a file that is no JSON, no list or there twice is refused', async () => {
  await put('products.json', '[\n  {},\n]')
  await expect(load()).rejects.toThrow(/^products\.json:3: this is not valid JSON/)
  await put('products.json', '{}')
  await expect(load()).rejects.toThrow(/^products\.json:1: the file must be a list/)
  await put('products.csv', 'code\n')
  await expect(load()).rejects.toThrow(/^products\.csv and products\.json are both there/)
})

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
  expect(await db.$count(users)).toBe(0)
  expect(await db.$count(subscriptions)).toBe(0)
  expect(await db.$count(products)).toBe(1)
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
