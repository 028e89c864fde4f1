import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { receiveTransfer } from '#server/modules/orders/index.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { subscriptions } from '#server/modules/subscriptions/tables.ts'
import { makePayment } from '#server/testing/make/purchase.ts'
import { createMoneyApp, type MoneyReader } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(createMoneyApp)

/** A transfer that was awaited in a former system, as a load writes it. */
async function awaited({ id: userId }: MoneyReader, variableSymbol: string, productCode = 'premium_1y') {
  const id = await makePayment(server.deps, {
    userId,
    productCode,
    method: 'bank_transfer',
    state: 'created',
    amountCents: 8990,
    at: server.clock.now(),
    variableSymbol,
  })
  await server.deps.db.update(payments).set({ sourceKey: variableSymbol }).where(eq(payments.id, id))
  return { id, pay: () => receiveTransfer(server.money, { variableSymbol, amountCents: 8990 }) }
}

test('R1.24 a transfer that was awaited in a former system opens what it pays for, once', async () => {
  const reader = await server.signIn()
  const { id, pay } = await awaited(reader, '654321')
  expect(await pay()).toBe('paid')
  expect(await pay()).toBe('paid_before')
  expect(await reader.list()).toMatchObject([{ type: { code: 'premium_1y' }, state: 'active' }])
  expect(await server.deps.db.select().from(subscriptions)).toMatchObject([{ paymentId: id }])
})

test('R1.24 where its period was loaded with it, nothing else is opened', async () => {
  const reader = await server.subscribe()
  const { id, pay } = await awaited(reader, '654322')
  await server.deps.db
    .update(subscriptions)
    .set({ paymentId: id })
    .where(eq(subscriptions.id, reader.subscriptionId))
  expect(await pay()).toBe('paid')
  expect(await reader.periods()).toHaveLength(1)
})

test('R1.24 a gift that nothing was loaded of is not opened for its giver', async () => {
  const reader = await server.signIn()
  const { pay } = await awaited(reader, '654323', 'gift_premium_1y')
  expect(await pay()).toBe('paid')
  expect(await reader.periods()).toEqual([])
})
