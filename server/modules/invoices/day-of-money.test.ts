import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Payment } from '#contract/payments/payments.ts'
import { matchEntries, matchEntry, takeStatements } from '#server/modules/bank-transfers/index.ts'
import { bankEntries } from '#server/modules/bank-transfers/tables.ts'
import { confirmTransfer } from '#server/modules/orders/index.ts'
import { vatRates } from '#server/modules/subscriptions/tables.ts'
import { placeOrder, premiumByTransfer } from '#server/testing/journeys/place-order.ts'
import { createMoneyApp, type MoneyReader } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createStripeApp } from '#server/testing/setup/stripe-app.ts'
import { readContent } from './read-content.ts'
import { documents } from './tables.ts'

const server = openForFile(createMoneyApp)
beforeAll(async () => {
  // The law changes the rate between the order and the money.
  await server.deps.db.insert(vatRates).values({ kind: 'digital', fromDay: '2027-01-01', percent: 25 })
})
beforeEach(() => server.clock.set('2026-12-31T10:00:00Z'))

const order = async () => {
  const reader = await server.signIn()
  const { transfer } = await placeOrder(reader, premiumByTransfer)
  return { reader, variableSymbol: transfer?.variable_symbol ?? '' }
}

/** An entry of a statement that is taken on 6 January. */
async function book(variableSymbol: string, bookedOn: string, amountCents = 8990): Promise<number> {
  server.clock.set('2027-01-06T07:00:00Z')
  const entry = {
    reference: `${variableSymbol}/${bookedOn}`,
    bookedOn,
    amountCents,
    currency: 'EUR',
    isDebit: false,
    isReversal: false,
    variableSymbol,
    payerName: null,
    payerAccount: null,
    message: null,
  }
  const [id] = await server.deps.db.transaction(tx =>
    takeStatements(tx, server.deps, [{ account: 'SK31', reference: 'V1', entries: [entry] }]),
  )
  if (id === undefined) throw new Error('The entry was not taken')
  return id
}

async function documentOf(reader: { id: number }, db = server.deps.db) {
  const [row] = await db.select().from(documents).where(eq(documents.userId, reader.id))
  const { paidOn, lines } = readContent(row?.content)
  return { paidOn, rates: lines.map(each => each.ratePercent) }
}

const listed = async ({ browser, own, email }: MoneyReader) => {
  await browser.signIn(email)
  return (await browser.get(`${own}/payments`)).json<{ items: Payment[] }>().items
}

test('R1.04 R17.01 a transfer is paid on the day on which the bank booked it, and has the VAT of that day', async () => {
  const { reader, variableSymbol } = await order()
  await book(variableSymbol, '2027-01-05')
  await matchEntries(server.money)
  expect(await documentOf(reader)).toEqual({ paidOn: '2027-01-05', rates: [25] })
  expect(await listed(reader)).toMatchObject([
    { at: expect.stringMatching(/^2026-12-31T10:/), paid_on: '2027-01-05' },
  ])
})

test('R1.04 money that was booked in the old year has the old rate, however late the statement is taken', async () => {
  const { reader, variableSymbol } = await order()
  await book(variableSymbol, '2026-12-31')
  await matchEntries(server.money)
  expect(await documentOf(reader)).toEqual({ paidOn: '2026-12-31', rates: [23] })
})

test('R1.04 an entry that a person matches is paid on its own day too', async () => {
  const { reader, variableSymbol } = await order()
  const id = await book(variableSymbol, '2027-01-04', 9000)
  await matchEntries(server.money)
  expect(await listed(reader)).toMatchObject([{ state: 'created', paid_on: null }])
  await server.deps.db.transaction(tx => matchEntry(tx, server.money, { id, variableSymbol, note: null }))
  expect(await documentOf(reader)).toEqual({ paidOn: '2027-01-04', rates: [25] })
  const [entry] = await server.deps.db.select().from(bankEntries).where(eq(bankEntries.id, id))
  expect(entry?.state).toBe('matched')
})

test('R1.04 a transfer that is confirmed ahead of the statement is paid on the day that is said, never one to come or before the order', async () => {
  const { reader, variableSymbol } = await order()
  server.clock.set('2027-01-06T07:00:00Z')
  const confirm = (bookedOn: string) =>
    server.deps.db.transaction(tx =>
      confirmTransfer(tx, server.money, { variableSymbol, amountCents: 8990, bookedOn }),
    )
  for (const day of ['2027-01-07', '2026-12-30']) {
    const refused = { faults: [{ key: 'operation_refused', field: 'booked_on' }] }
    await expect(confirm(day)).rejects.toMatchObject(refused)
  }
  await confirm('2027-01-03')
  expect(await documentOf(reader)).toEqual({ paidOn: '2027-01-03', rates: [25] })
})

test('R1.04 a card payment has the day on which the gateway took the money, also when the webhook comes after midnight', async () => {
  const shop = await createStripeApp()
  try {
    await shop.deps.db.insert(vatRates).values({ kind: 'digital', fromDay: '2027-01-01', percent: 25 })
    shop.clock.set('2026-12-31T22:50:00Z')
    const { reader, send, read } = await shop.beginOrder()
    const created = (await send()).json<{ id: number; redirect_url: string }>()
    shop.stripe.setTime('2026-12-31T22:59:30Z')
    shop.stripe.payOnPage(created.redirect_url, 'succeeds')
    shop.clock.set('2026-12-31T23:01:00Z')
    expect(await read(created.id)).toMatchObject({ state: 'paid' })
    expect(await documentOf(reader, shop.deps.db)).toEqual({ paidOn: '2026-12-31', rates: [23] })
  } finally {
    await shop.close()
  }
})
