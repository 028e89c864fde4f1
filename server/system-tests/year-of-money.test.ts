import { inspect } from 'node:util'
import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { checkDocuments, compareMonths } from '../testing/inspect/books.ts'
import { checkPeriods } from '../testing/inspect/periods.ts'
import { liveThrough } from '../testing/journeys/year-of-money.ts'
import { openCompanySales } from '../testing/make/company-sales.ts'
import { makePrinted, makeProduct, printed } from '../testing/make/purchase.ts'

// `npm run year` lives through more than a year with 200 readers.
const { YEAR_READERS: readers = '20', YEAR_DAYS: days = '90', YEAR_SEED: seed = '2027' } = process.env

const server = openForFile(openCompanySales)
beforeAll(async () => {
  await makeProduct(server.deps, {
    code: 'premium_1m',
    priceCents: 899,
    length: 'P1M',
    access: ['web', 'mobile'],
    renewsInto: 'premium_1m',
  })
  await makePrinted(server.deps)
})

const from = Temporal.PlainDate.from('2026-12-01')
const months = Array.from({ length: Math.ceil(Number(days) / 28) + 2 }, (_, index) =>
  from.toPlainYearMonth().add({ months: index }).toString(),
)
/** A second try would begin with the data of the first. */
const once = { retry: 0, timeout: 3_600_000 }
let ledgers: Pick<Awaited<ReturnType<typeof liveThrough>>, 'bank' | 'gateway'>

test(
  'R11.16 R11.04 after many days of everything the accounting of each month is what gateway and bank say, to the cent',
  once,
  async () => {
    const products = [
      'standard_1y',
      'premium_1y',
      'premium_plus_1y',
      'advert_4w',
      'premium_1m',
      'premium_1m',
      printed,
    ]
    const year = { from, days: Number(days), readers: Number(readers), seed: Number(seed), products }
    const { done, ...said } = await liveThrough(server, year)
    ledgers = said
    const { rows, differences } = await compareMonths(server, ledgers, months)
    if (process.env['YEAR_READERS'] !== undefined) {
      process.stdout.write(`${inspect({ rows, done }, { maxArrayLength: null, depth: null })}\n`)
    }
    expect(differences).toEqual([])
    expect(await checkDocuments(server)).toEqual([])
    expect(await checkPeriods(server)).toEqual([])
    for (const act of ['buy by card', 'buy by bank_transfer', 'give by card', 'company by card', 'refund']) {
      expect(done.get(act), act).toBeGreaterThan(0)
    }
    expect(ledgers.gateway.some(each => each.isRefund) && ledgers.bank.some(each => each.isDebit)).toBe(true)
  },
)

const differ = async (changed: Partial<typeof ledgers> = {}) => [
  ...(await compareMonths(server, { ...ledgers, ...changed }, months)).differences,
  ...(await checkDocuments(server)),
]

test(
  'R11.16 a cent that the gateway took in addition is found, and a refund that never left it or the bank',
  once,
  async () => {
    const [charge] = ledgers.gateway
    const gateway = ledgers.gateway.map(each => (each === charge ? { ...each, cents: each.cents + 1 } : each))
    expect(await differ({ gateway })).toHaveLength(1)
    const refund = ledgers.gateway.find(each => each.isRefund)
    expect(await differ({ gateway: ledgers.gateway.filter(each => each !== refund) })).toHaveLength(1)
    const debit = ledgers.bank.find(each => each.isDebit && each.symbol !== undefined)
    expect(await differ({ bank: ledgers.bank.filter(each => each !== debit) })).toHaveLength(1)
  },
)

test('R11.16 a cent in a document is found, and a document that was made twice', once, async () => {
  const { db } = server.deps
  const plant = async (statement: SQL) => {
    await db.execute(statement)
    return differ()
  }
  const line = sql`'{lines,0,netCents}'`
  const moved = await plant(sql`update documents
    set content = jsonb_set(content, ${line}, to_jsonb((content #>> ${line})::int + 1)) where id = 1`)
  expect(moved.join()).toContain('lines are not the sum')
  await db.execute(sql`drop index documents_payment`)
  const twice = await plant(sql`insert into documents
    (user_id, payment_id, kind, year, serial, issued_at, amount_cents, content)
    select user_id, payment_id, kind, year, (select max(serial) + 1 from documents as all_of
      where all_of.kind = one.kind and all_of.year = one.year), issued_at, amount_cents, content
    from documents as one where kind <> 'credit_note' order by id desc limit 1`)
  expect(twice.join()).toContain('2 documents')
  expect(twice.join()).toMatch(/payments less refunds -?\d+, documents/)
})
