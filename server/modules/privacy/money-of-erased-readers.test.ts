import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { matchEntries } from '#server/modules/bank-transfers/index.ts'
import { refunds } from '#server/modules/payments/tables.ts'
import { eraseWhenDue } from '#server/testing/journeys/erase-when-due.ts'
import { placeOrder, premiumByTransfer } from '#server/testing/journeys/place-order.ts'
import { openOperator, operate } from '#server/testing/make/operator.ts'
import { makeCamt } from '#server/testing/make/statement.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { removeOutdated } from './index.ts'

const server = openForFile(createMoneyApp)
let support: Awaited<ReturnType<typeof openOperator>>
beforeAll(async () => {
  support = await openOperator(server, [
    'payments:read',
    'payments:write',
    'bank-transfers:read',
    'bank-transfers:write',
  ])
})

const erase = (id: number) => eraseWhenDue(server, id)

/** A reader who has ordered by transfer and pays the price so many times. */
async function payer(times: number) {
  const reader = await server.signIn()
  const { transfer } = await placeOrder(reader, premiumByTransfer)
  const symbol = transfer?.variable_symbol ?? ''
  for (let time = 1; time <= times; time++) {
    const file = Buffer.from(makeCamt([{ reference: `${symbol}-${time}`, amount: '89.90', symbol }]))
    expect((await support.call('transfers take', { file })).statusCode).toBe(200)
    await matchEntries(server.money)
  }
  return { reader, symbol }
}

test('R1.24 R8.07 what was paid twice can be sent back once its reader’s data are erased', async () => {
  const { reader, symbol } = await payer(2)
  const waiting = async () =>
    (await support.call('transfers entries', { variable_symbol: symbol })).json<{ items: object[] }>().items
  const before = await waiting()
  expect(before).toMatchObject([{ reason: 'already_paid', payer_account: expect.stringMatching(/^SK/) }])
  await erase(reader.id)
  expect(await waiting()).toEqual(before)
})

test('R11.06 R8.07 a payment order is written again as it was, also of a reader whose data are erased', async () => {
  const [one, two] = [await payer(1), await payer(1)]
  for (const { reader } of [one, two]) {
    const [payment] = await reader.payments()
    const given = { id: payment?.id, access: 'end', reason: 'A complaint.' }
    expect((await support.call('payments refund', given)).statusCode).toBe(200)
  }
  type Order = { message_id: string; xml: string }
  const first = (await support.call('refunds export')).json<Order>()
  await erase(one.reader.id)
  const again = () => support.call('refunds export', { message_id: first.message_id })
  expect((await again()).json<Order>().xml).toBe(first.xml)
  // As the years do it.
  await server.deps.db.update(refunds).set({ iban: null }).where(eq(refunds.exportedAs, first.message_id))
  expect((await again()).json()).toMatchObject({ errors: [{ key: 'operation_refused' }] })
})

test('R17.08 money that waits for a person keeps the account that it is sent back to, after three years as well', async () => {
  const { symbol } = await payer(2)
  // The token of a program does not last as long.
  const waiting = () => operate(server, 'transfers entries', { variable_symbol: symbol })
  const before = await waiting()
  expect(before).toMatchObject({ items: [{ payer_account: expect.stringMatching(/^SK/) }] })
  server.clock.advance('P1200D')
  await removeOutdated(server.deps)
  expect(await waiting()).toEqual(before)
})
