import { inArray } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { lockReader } from '#server/modules/identity/index.ts'
import { receiveTransfers } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { keyOf } from '#server/testing/inspect/error-key.ts'
import { giftJourney } from '#server/testing/journeys/gift-journey.ts'
import {
  buy,
  payTransfer,
  placeOrder,
  premiumByCard,
  premiumByTransfer,
} from '#server/testing/journeys/place-order.ts'
import { openOperator } from '#server/testing/make/operator.ts'
import { holdLocks } from '#server/testing/setup/hold-locks.ts'
import { createMoneyApp, type MoneyReader } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { followDispute } from './disputes/follow-dispute.ts'
import { refreshPayment } from './refresh-payment.ts'
import { requestRefund } from './refunds/request-refund.ts'
import { payments } from './tables.ts'

const server = openForFile(createMoneyApp)
beforeEach(() => server.gateway.setFaults({ webhooks: 'prompt' }))

const lastPayment = async (reader: MoneyReader) => {
  const payment = (await reader.payments()).at(-1)
  if (!payment) throw new Error('There is no payment')
  return payment
}
const hold = (...held: { id: number }[]) => {
  const ids = held.map(({ id }) => id)
  return holdLocks(server.deps.db, tx =>
    tx.select().from(payments).where(inArray(payments.id, ids)).for('no key update'),
  )
}
/** An order by transfer, as the bank's statement names it. */
const order = async (reader: MoneyReader) => {
  const { transfer } = await placeOrder(reader, premiumByTransfer)
  return { variableSymbol: transfer?.variable_symbol ?? '', amountCents: 8990, bookedOn: '2026-11-20' }
}
const receive = (transfers: Awaited<ReturnType<typeof order>>[]) =>
  server.deps.db.transaction(async tx =>
    (await receiveTransfers(tx, server.money, transfers)).map(({ result }) => result),
  )

test('a dispute and the withdrawal from what it is about do not wait for each other', async () => {
  const reader = await server.signIn()
  await buy(server, reader)
  const payment = await lastPayment(reader)
  await server.gateway.setFaults({ webhooks: 'off' })
  const charge = payment.chargeReference ?? ''
  const [id, amountCents] = [`du_${crypto.randomUUID()}`, 8990]
  await server.gateway.dispute({ id, charge, amountCents, state: 'lost', respondBy: null })
  const held = await hold(payment)
  const following = followDispute(server.money, id)
  await held.waitedForBy(1)
  const withdrawing = reader.withdraw(payment.id)
  await held.waitedForBy(2)
  await held.release()
  await following
  expect(keyOf(await withdrawing)).toBe('withdrawal_refunded')
  expect(await lastPayment(reader)).toMatchObject({ state: 'refunded', refundedCents: 8990 })
})

test('a transfer that comes twice, with one for another order, and a withdrawal do not wait for each other', async () => {
  const reader = await server.signIn()
  const first = await placeOrder(reader, premiumByTransfer)
  await payTransfer(server, first)
  const payment = await lastPayment(reader)
  const twice = { variableSymbol: payment.variableSymbol ?? '', amountCents: 8990, bookedOn: '2026-11-20' }
  const other = await order(reader)
  const held = await hold(payment)
  const receiving = receive([twice, other])
  await held.waitedForBy(1)
  const withdrawing = reader.withdraw(payment.id)
  await held.waitedForBy(2)
  await held.release()
  expect(await receiving).toEqual(['paid_before', 'paid'])
  expect((await withdrawing).statusCode).toBe(200)
})

test('two statements that name orders of the same readers the other way round do not wait for each other', async () => {
  const [one, other] = [await server.signIn(), await server.signIn()]
  const first = [await order(one), await order(other)]
  // An equal request is a new order.
  await server.deps.db.update(orders).set({ requestKey: null })
  const second = [await order(other), await order(one)]
  const held = await holdLocks(server.deps.db, tx => lockReader(tx, one.id))
  const receiving = [receive(first)]
  await held.waitedForBy(1)
  receiving.push(receive(second))
  await held.waitedForBy(2)
  await held.release()
  expect(await Promise.all(receiving)).toEqual([
    ['paid', 'paid'],
    ['paid', 'paid'],
  ])
})

test('a card payment that is settled and staff who would give it back do not wait for each other', async () => {
  const reader = await server.signIn()
  const { redirect_url: page } = await placeOrder(reader, premiumByCard)
  const { id } = await lastPayment(reader)
  await server.gateway.setFaults({ webhooks: 'off' })
  await server.gateway.payOnPage(page ?? '')
  const staff = await holdLocks(server.deps.db, tx => lockReader(tx, reader.id))
  const settling = refreshPayment(server.money, id)
  await staff.waitedForBy(1)
  const asked = {
    paymentId: id,
    reason: 'A complaint.',
    requestedBy: 'support',
    access: 'end',
    key: 'k',
  } as const
  const refunding = staff.release(tx => requestRefund(tx, server.money, asked))
  await expect(refunding).rejects.toMatchObject({ faults: [{ key: 'operation_refused', field: 'id' }] })
  await settling
  expect(await lastPayment(reader)).toMatchObject({ state: 'paid' })
})

test('two readers whose gifts to each other are taken back do not wait for each other', async () => {
  const { given, activate } = giftJourney(server)
  const [one, other] = [await given(), await given()]
  expect((await activate(one.giver, other.code)).statusCode).toBe(201)
  expect((await activate(other.giver, one.code)).statusCode).toBe(201)
  const paid = [await lastPayment(one.giver), await lastPayment(other.giver)]
  const support = await openOperator(server, ['payments:write'])
  const asked = { access: 'end', reason: 'A complaint.' }
  const held = await hold(...paid)
  const refunding = paid.map(({ id }) => support.call('payments refund', { id, ...asked }))
  await held.waitedForBy(2)
  await held.release()
  expect((await Promise.all(refunding)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  for (const { giver } of [one, other]) expect(await lastPayment(giver)).toMatchObject({ state: 'refunded' })
})
