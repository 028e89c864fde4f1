import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { listEntries, matchEntries, takeStatements } from '#server/modules/bank-transfers/index.ts'
import { bankEntries } from '#server/modules/bank-transfers/tables.ts'
import { confirmTransfer, expireOrders } from '#server/modules/orders/index.ts'
import { exportRefunds } from '#server/modules/payments/index.ts'
import { dayOf } from '#server/platform/clock.ts'
import { placeOrder, premiumByTransfer } from '#server/testing/journeys/place-order.ts'
import { makeRefund } from '#server/testing/make/refund.ts'
import { makeCamt } from '#server/testing/make/statement.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { readStatementFile } from './read-statement-file.ts'
import { takeStatementFile } from './take-statement-file.ts'

const server = openForFile(createMoneyApp)
afterEach(async () => {
  await server.deps.db.delete(bankEntries)
})

const take = (text: string) => takeStatementFile(server.money, Buffer.from(text), {})
const symbolOf = (order: Order) => order.transfer?.variable_symbol ?? ''
const kept = async () =>
  (await server.deps.db.select().from(bankEntries).orderBy(bankEntries.reference)).map(
    ({ reference, state, reason }) => ({ reference, state, reason }),
  )
const orderPremium = async () => {
  const reader = await server.signIn()
  const order = await placeOrder(reader, premiumByTransfer)
  return { reader, order, symbol: symbolOf(order) }
}

test('R1.24 a statement confirms what was paid in full, and keeps the others with the reason', async () => {
  const [first, second, third] = [await orderPremium(), await orderPremium(), await orderPremium()]
  const text = makeCamt([
    { reference: 'A', amount: '89.90', symbol: first.symbol },
    { reference: 'B', amount: '80.00', symbol: second.symbol },
    { reference: 'C', amount: '90.00', symbol: third.symbol },
    { reference: 'D', amount: '89.90', symbol: first.symbol },
    { reference: 'E', amount: '1.00', symbol: '1' },
    { reference: 'F', amount: '1.00' },
    { reference: 'G', amount: '89.90', symbol: second.symbol, currency: 'CZK' },
    { reference: 'H', amount: '89.90', symbol: second.symbol, direction: 'DBIT' },
    { reference: 'I', amount: '89.90', symbol: second.symbol, extra: '<RvslInd>true</RvslInd>' },
    { reference: 'J', amount: '89.90', symbol: second.symbol, status: 'PDNG' },
  ])
  const report = await take(text)
  expect(report).toMatchObject({
    statements: [
      { entries: 9, is_own_account: true, credits_cents: 8990 + 8000 + 9000 + 8990 + 200 + 8990 * 2 },
    ],
    known: 0,
    not_booked: 1,
  })
  const credits = report.new.filter(({ direction }) => direction === 'credit')
  expect(credits.reduce((sum, each) => sum + each.amount_cents, 0)).toBe(report.statements[0]?.credits_cents)
  const outcomes = await kept()
  expect(outcomes).toEqual([
    { reference: 'A', state: 'confirmed', reason: null },
    { reference: 'B', state: 'unmatched', reason: 'underpaid' },
    { reference: 'C', state: 'unmatched', reason: 'overpaid' },
    { reference: 'D', state: 'unmatched', reason: 'already_paid' },
    { reference: 'E', state: 'unmatched', reason: 'unknown_symbol' },
    { reference: 'F', state: 'unmatched', reason: 'no_symbol' },
    { reference: 'G', state: 'unmatched', reason: 'wrong_currency' },
    { reference: 'H', state: 'unmatched', reason: 'debit' },
    { reference: 'I', state: 'unmatched', reason: 'reversal' },
  ])
  expect(await first.reader.readOrder(first.order.id)).toMatchObject({ state: 'paid' })
  expect(await first.reader.list()).toMatchObject([{ state: 'active' }])
  expect(await second.reader.list()).toEqual([])
  const mail = await server.mailbox.waitFor(first.reader.email, ({ subject }) =>
    /zaplat|predplatn/i.test(subject),
  )
  expect(mail.to).toBe(first.reader.email)

  // The same statement again, and another one that holds some of its entries.
  expect(await take(text)).toMatchObject({ known: 9, new: [] })
  expect(
    await take(
      makeCamt([{ reference: 'A', amount: '89.90', symbol: first.symbol }], {
        version: '08',
        reference: 'MESIAC',
      }),
    ),
  ).toMatchObject({ known: 1, new: [] })
  expect(await kept()).toEqual(outcomes)
  expect(await first.reader.periods()).toHaveLength(1)
})

test('R1.24 race: the same statement twenty times at once confirms each transfer once', async () => {
  const bought = await Promise.all(Array.from({ length: 5 }, orderPremium))
  const text = makeCamt(
    bought.map(({ symbol }, index) => ({ reference: `R${index}`, amount: '89.90', symbol })),
  )
  const reports = await Promise.all(Array.from({ length: 20 }, () => take(text)))
  expect(reports.reduce((sum, { known }) => sum + known, 0)).toBe(19 * 5)
  await matchEntries(server.money)
  expect(await kept()).toEqual(
    bought.map((_, index) => ({ reference: `R${index}`, state: 'confirmed', reason: null })),
  )
  for (const { reader } of bought) {
    expect(await reader.periods()).toHaveLength(1)
    expect((await reader.browser.get(`${reader.own}/invoices`)).json()).toMatchObject({ items: [{}] })
  }
})

test('atomic: a fault in the last entry rolls the file back', async () => {
  const { symbol, reader, order } = await orderPremium()
  const text = makeCamt([
    { reference: 'A', amount: '89.90', symbol },
    { reference: 'B', amount: 'x' },
  ])
  await expect(take(text)).rejects.toThrow(/line \d+, entry 2/)
  expect(await kept()).toEqual([])
  expect(await reader.readOrder(order.id)).toMatchObject({ state: 'waiting' })
})

test('crash-safe: after a crash between storing and matching the next run confirms the entries, once', async () => {
  const { symbol, reader } = await orderPremium()
  const { statements } = await readStatementFile(
    Buffer.from(makeCamt([{ reference: 'A', amount: '89.90', symbol }])),
  )
  await server.deps.db.transaction(tx => takeStatements(tx, server.money, statements))
  expect(await kept()).toEqual([{ reference: 'A', state: 'waiting', reason: null }])
  await Promise.all(Array.from({ length: 5 }, () => matchEntries(server.money)))
  expect(await kept()).toEqual([{ reference: 'A', state: 'confirmed', reason: null }])
  expect(await reader.periods()).toHaveLength(1)
})

describe('R1.24 the money of', () => {
  test('an order that was given up opens it all the same', async () => {
    const { symbol, reader } = await orderPremium()
    server.clock.advance('P14D')
    await expireOrders(server.money)
    await take(makeCamt([{ reference: 'A', amount: '89.90', symbol }]))
    expect(await reader.periods()).toHaveLength(1)
  })

  test.each(['kept', 'given back'])(
    'what support has confirmed ahead is found paid by the statement, once: %s',
    async since => {
      const { symbol, reader } = await orderPremium()
      const bookedOn = dayOf(server.clock.now())
      const transfer = { variableSymbol: symbol, amountCents: 8990, bookedOn: bookedOn.toString() }
      await server.deps.db.transaction(tx => confirmTransfer(tx, server.money, transfer))
      const [payment] = await reader.payments()
      if (since === 'given back') await makeRefund(server.money, payment?.id ?? 0)
      // The later one looks like a refund that the bank returns.
      const days = { A: bookedOn.add({ days: 3 }), B: bookedOn }
      const entries = Object.entries(days).map(([reference, day]) => ({ reference, day: day.toString() }))
      await take(makeCamt(entries.map(each => ({ ...each, amount: '89.90', symbol }))))
      const confirmed = (await kept()).filter(({ state }) => state === 'confirmed')
      expect(confirmed.map(({ reference }) => reference)).toEqual([since === 'kept' ? 'A' : 'B'])
      expect(await reader.periods()).toHaveLength(1)
      // The account that paid is known by now.
      const exported = server.deps.db.transaction(tx => exportRefunds(tx, server.deps, { version: '09' }))
      if (since === 'kept') await expect(exported).rejects.toThrow()
      else expect((await exported).items).toMatchObject([{ refund: { iban: 'SK0809000000000123123123' } }])
    },
  )
})

test('dedupe: banks that count from one in each statement, and equal entries of one statement, lose no transfer', async () => {
  const [first, second] = [await orderPremium(), await orderPremium()]
  await take(makeCamt([{ reference: '1', amount: '89.90', symbol: first.symbol }]))
  await take(makeCamt([{ reference: '1', amount: '89.90', symbol: second.symbol, day: '2026-11-21' }]))
  expect(await second.reader.periods()).toHaveLength(1)
  const twice = makeCamt([
    { reference: '2', amount: '3.00' },
    { reference: '2', amount: '3.00' },
  ])
  expect(await take(twice)).toMatchObject({ known: 0 })
  expect(await take(twice)).toMatchObject({ known: 2 })
  expect(await listEntries(server.deps.db, { state: 'unmatched', limit: 10 })).toHaveLength(2)
})

test('entries that the database refuses do not block others, however many they are', async () => {
  const { db } = server.deps
  await db.execute(sql`create function refuse_entry() returns trigger language plpgsql as
    $$ begin raise exception 'this entry cannot be written'; end $$`)
  await db.execute(sql`create trigger refuse_entry before update on bank_entries
    for each row when (old.message = 'refused') execute function refuse_entry()`)
  try {
    const { order, reader, symbol } = await orderPremium()
    const refused = Array.from({ length: 101 }, (_, index) => ({
      reference: `refused-${index}`,
      amount: '1.00',
      message: 'refused',
    }))
    await take(makeCamt([...refused, { reference: 'paid', amount: '89.90', symbol }]))
    const outcomes = await kept()
    expect(outcomes.find(({ reference }) => reference === 'paid')).toMatchObject({ state: 'confirmed' })
    expect(outcomes.filter(({ state }) => state === 'waiting')).toHaveLength(refused.length)
    expect(await reader.readOrder(order.id)).toMatchObject({ state: 'paid' })
  } finally {
    await db.execute(sql`drop function refuse_entry cascade`)
  }
})
