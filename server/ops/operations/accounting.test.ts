import { type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { payments } from '#server/modules/payments/tables.ts'
import { openCompanySales } from '#server/testing/make/company-sales.ts'
import { openOperator } from '#server/testing/make/operator.ts'
import { makeRefund } from '#server/testing/make/refund.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(openCompanySales)

async function read<T>(name: string, month = '2027-03'): Promise<T> {
  const operator = await openOperator(server, ['accounting:read'])
  const answer = await operator.call(name, { month })
  expect(answer.statusCode).toBe(200)
  return answer.json<T>()
}
type Sums = {
  items: Record<string, unknown>[]
  amount_cents: number
  gross_cents: number
  net_cents: number
  vat_cents: number
}

/** Sales of March: a package by transfer, a renewal by card, both given back in part, a card that is verified. */
async function sell() {
  server.clock.set('2027-02-28T22:59:00Z')
  await server.administer('company_1')
  server.clock.set('2027-02-28T23:00:00Z')
  const boss = await server.administer('company_10')
  const reader = await server.subscribe({ endsAt: Temporal.Instant.from('2027-03-02T09:00:00Z') })
  await server.chargeDue()
  for (const each of [boss, reader]) {
    const paid = (await each.payments()).at(-1)
    await makeRefund(server.money, paid?.id ?? 0, { amountCents: 1001 })
  }
  server.clock.set('2027-03-31T22:00:00Z')
  await server.administer('company_5')
  return { boss, reader }
}

test('R11.16 documents, payments, refunds and VAT of a month add up to the ledger, to the cent', async () => {
  await sell()
  const [made, paid, refunded, vat] = [
    await read<Sums>('accounting documents'),
    await read<Sums>('accounting payments'),
    await read<Sums>('accounting refunds'),
    await read<Sums>('accounting vat'),
  ]
  const ledger = (await server.deps.db.select().from(payments)).filter(
    each => each.paidOn?.startsWith('2027-03') && each.purpose !== 'verification',
  )
  const received = ledger.reduce((sum, each) => sum + each.amountCents, 0)
  const givenBack = ledger.reduce((sum, each) => sum + each.refundedCents, 0)
  expect([received, givenBack]).toEqual([79_000 + 8990, 2002])
  expect([paid.amount_cents, refunded.amount_cents]).toEqual([received, givenBack])
  expect([made.gross_cents, vat.gross_cents]).toEqual([received - givenBack, received - givenBack])
  expect(vat.net_cents + vat.vat_cents).toBe(vat.gross_cents)
  const sumOf = (part: string) => made.items.reduce((sum, item) => sum + Number(item[part]), 0)
  expect([sumOf('net_cents'), sumOf('vat_cents')]).toEqual([vat.net_cents, vat.vat_cents])
  expect(made.items).toMatchObject([
    { kind: 'credit_note', tax_point: '2027-03-01', gross_cents: -1001, refund_id: expect.any(Number) },
    { kind: 'credit_note', corrects: expect.stringMatching(/^[FP]-2027-/) },
    { kind: 'invoice', buyer: 'Pod Lipou, s. r. o.', company_id: '99000407', gross_cents: 79_000 },
    { kind: 'receipt', gross_cents: 8990, company_id: null },
  ])
  expect(vat.items).toMatchObject([
    { tax_point: '2027-03-01', kind: 'credit_note', rate_percent: 23, documents: 2, gross_cents: -2002 },
    { kind: 'invoice', gross_cents: 79_000 },
    { kind: 'receipt', gross_cents: 8990 },
  ])
  expect((await read<Sums>('accounting documents', '2027-02')).gross_cents).toBe(9900)
})

test('R12.04 the e-invoices of a month are one archive, without those of consumers', async () => {
  const {
    count,
    file,
    file_name: name,
  } = await read<{ count: number; file: string; file_name: string }>('e-invoices export')
  const archive = Buffer.from(file, 'base64').toString('latin1')
  expect([count, name]).toEqual([2, 'e-invoices-2027-03.zip'])
  expect(archive.startsWith('PK\u0003\u0004')).toBe(true)
  expect([...archive.matchAll(/[FD]-2027-\d{6}\.xml/g)].length).toBe(4)
  expect(archive).toContain('<CreditNote ')
})

test('R15.10 a day is listed alone, and a month of more than 10,000 rows is refused with the way out', async () => {
  const day = await read<Sums>('accounting payments', '2027-03-01')
  expect(day.items.map(each => each['paid_on'])).toEqual(day.items.map(() => '2027-03-01'))
  expect(day.items.length).toBeGreaterThan(0)
  await server.deps.db.execute(sql`
    insert into payments (user_id, product_code, method, state, amount_cents, at, paid_on)
    select (select min(id) from users), 'premium_1y', 'card', 'paid', 100, '2019-05-06', '2019-05-06'
    from generate_series(1, 10001)`)
  const operator = await openOperator(server, ['accounting:read'])
  const refused = await operator.call('accounting payments', { month: '2019-05' })
  expect(refused.json()).toMatchObject({ errors: [{ message: expect.stringContaining('2019-05-01') }] })
  expect((await read<Sums>('accounting payments', '2019-05-06')).items).toHaveLength(10_001)
  expect((await operator.call('accounting payments', { month: '2019-02-30' })).statusCode).toBe(400)
})

// 10,001 e-invoices are made, which a busy machine takes a minute for.
test('R12.04 no e-invoice is left out of a large month, whatever consumers got before', {
  timeout: 120_000,
}, async () => {
  const issueInMay = (count: number, example: SQL) =>
    server.deps.db.execute(sql`
      insert into documents (user_id, payment_id, kind, year, serial, issued_at, amount_cents, content)
      select user_id, payment_id, kind, 2019, number + (select count(*) from documents), '2019-05-06', amount_cents, content
      from generate_series(1, ${count}::int) number,
        (select * from documents where kind = 'credit_note' and ${example} order by id limit 1) example`)
  const isOfCompany = sql`content #>> '{buyer,company}' is not null`
  await issueInMay(10_001, sql`not (${isOfCompany})`)
  await issueInMay(1, isOfCompany)
  expect(await read('e-invoices export', '2019-05')).toMatchObject({ count: 1 })

  await issueInMay(10_000, isOfCompany)
  const operator = await openOperator(server, ['accounting:read'])
  const refused = await operator.call('e-invoices export', { month: '2019-05' })
  expect(refused.json()).toMatchObject({ errors: [{ message: expect.stringContaining('2019-05-01') }] })
  expect(await read('e-invoices export', '2019-05-06')).toMatchObject({ count: 10_001 })
})
