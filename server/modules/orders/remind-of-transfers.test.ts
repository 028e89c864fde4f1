import { decode } from 'bysquare/pay'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { users } from '#server/modules/identity/tables.ts'
import { outboxMessages } from '#server/modules/outbox/tables.ts'
import { takeStatementFile } from '#server/ops/statements/take-statement-file.ts'
import { placeOrder, premiumByTransfer } from '#server/testing/journeys/place-order.ts'
import { makeCamt } from '#server/testing/make/statement.ts'
import { createMoneyApp, type MoneyReader } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { receiveTransfer } from './receive-transfers.ts'
import { remindOfTransfers } from './remind-of-transfers.ts'
import { noteReminder } from './store.ts'

const server = openForFile(createMoneyApp)

const reminders = ({ id }: { id: number }) =>
  server.deps.db
    .select()
    .from(outboxMessages)
    .where(and(eq(outboxMessages.userId, id), eq(outboxMessages.template, 'transfer_reminder')))

type Listed = { items: Subscription[]; awaited_transfer: { received: { amount: number } } | null }
const awaited = async ({ browser, own, email }: MoneyReader) => {
  // The clock is moved further than a session lasts.
  await browser.signIn(email)
  return (await browser.get(`${own}/subscriptions`)).json<Listed>().awaited_transfer
}
const send = (symbol: string, amount: string) =>
  takeStatementFile(
    server.money,
    Buffer.from(makeCamt([{ reference: `${symbol}-${amount}`, amount, symbol }])),
    {},
  )

test('R11.14 a transfer that has not come is reminded of once before the order expires, by twenty workers at once', async () => {
  const late = await server.signIn({ locale: 'sk' })
  const paid = await server.signIn()
  const partly = await server.signIn()
  const [order, settled, less] = await Promise.all(
    [late, paid, partly].map(reader => placeOrder(reader, premiumByTransfer)),
  )
  const symbolOf = (placed: typeof order) => placed?.transfer?.variable_symbol ?? ''
  await receiveTransfer(server.money, { variableSymbol: symbolOf(settled), amountCents: 8990 })
  await send(symbolOf(less), '40.00')
  await remindOfTransfers(server.money)
  expect(await reminders(late)).toEqual([])

  server.clock.advance('P10DT1H')
  await Promise.all(Array.from({ length: 20 }, () => remindOfTransfers(server.money)))
  expect(await reminders(late)).toHaveLength(1)
  expect(await reminders(paid)).toEqual([])
  expect(await reminders(partly)).toEqual([])
  const mail = await server.mailbox.waitFor(late.email, ({ subject }) => subject.startsWith('Pripomíname'))
  expect(mail.text).toContain(symbolOf(order))
  expect(mail.text).toContain(`?order=${order?.id}`)
  expect(mail.pictures).toHaveLength(1)

  server.clock.advance('P2D')
  await remindOfTransfers(server.money)
  expect(await reminders(late)).toHaveLength(1)
})

test('R11.14 who is about to leave is not reminded, unless they stay after all; nor is anybody of what has expired', async () => {
  const leaving = await server.signIn()
  await placeOrder(leaving, premiumByTransfer)
  const leave = async (anonymizationRequestedAt: Temporal.Instant | null) => {
    await server.deps.db.update(users).set({ anonymizationRequestedAt }).where(eq(users.id, leaving.id))
    await remindOfTransfers(server.money)
  }
  server.clock.advance('P10DT1H')
  await leave(server.clock.now())
  expect(await reminders(leaving)).toEqual([])
  server.clock.advance('P4D')
  await leave(null)
  expect(await reminders(leaving)).toEqual([])
  server.clock.advance('-P1D')
  await leave(null)
  expect(await reminders(leaving)).toHaveLength(1)
})

test('race: a transfer that is recorded while its order is about to be reminded of is not asked for', async () => {
  const reader = await server.signIn()
  const { id, transfer } = await placeOrder(reader, premiumByTransfer)
  server.clock.advance('P10DT1H')
  const now = server.clock.now()
  const expiring = { now, expiresBefore: now.add({ hours: 4 * 24 }) }
  await send(transfer?.variable_symbol ?? '', '40.00')
  const note = server.deps.db.transaction(tx => noteReminder(tx, expiring, id))
  expect(await note).toBeUndefined()
})

test('R11.14 a transfer is waited for on the first screen, with what has come, until it is paid or expires', async () => {
  const reader = await server.signIn()
  expect(await awaited(reader)).toBeNull()
  const { id, transfer } = await placeOrder(reader, premiumByTransfer)
  const symbol = transfer?.variable_symbol ?? ''
  const price = { amount: 8990, currency: 'EUR' }
  expect(await awaited(reader)).toMatchObject({ order_id: id, price, received: { amount: 0 } })
  const onItsPage = async () => (await reader.readOrder(id)).transfer
  await send(symbol, '40.00')
  expect(await awaited(reader)).toMatchObject({ received: { amount: 4000 } })
  expect(await onItsPage()).toMatchObject({ price: { amount: 4990 }, received: { amount: 4000 } })
  expect(decode((await onItsPage())?.qr ?? '').payments).toMatchObject([{ amount: 49.9 }])
  await send(symbol, '60.00')
  expect(await awaited(reader)).toMatchObject({ received: { amount: 10_000 } })
  expect(await onItsPage()).toMatchObject({ received: { amount: 10_000 } })
  await receiveTransfer(server.money, { variableSymbol: symbol, amountCents: 8990 })
  expect(await awaited(reader)).toBeNull()

  await placeOrder(reader, premiumByTransfer)
  server.clock.advance('P15D')
  expect(await awaited(reader)).toBeNull()
})
