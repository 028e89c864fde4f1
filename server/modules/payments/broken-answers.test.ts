import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { expireOrders } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { listFailedItems } from '#server/platform/jobs/failed-items.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createStripeApp } from '#server/testing/setup/stripe-app.ts'
import { sweepPayments } from './index.ts'

const server = openForFile(createStripeApp)

/** An order by card, and its reader. */
async function order() {
  const { send, read } = await server.beginOrder()
  const { id, redirect_url: page = '' } = (await send()).json<Order>()
  const [row] = await server.deps.db.select().from(orders).where(eq(orders.id, id))
  return { id, page, paymentId: row?.paymentId ?? 0, state: async () => (await read(id)).state }
}
const failed = async (task: string) =>
  (await listFailedItems(server.deps.db, { task, limit: 100 })).map(({ item, reason }) => [item, reason])

test('R11.15 R11.12 a payment without a card is settled, and one with an unknown page does not block others', async () => {
  const [withoutCard, lost, good] = [await order(), await order(), await order()]
  server.stripe.payOnPage(withoutCard.page, 'no_card')
  server.stripe.losePage(lost.page)
  server.stripe.payOnPage(good.page, 'succeeds')
  server.clock.advance('PT30S')
  await sweepPayments(server.payments)
  expect(await good.state()).toBe('paid')
  expect(await failed('sweep-payments')).toEqual([[String(lost.paymentId), 'Error resource_missing']])
  server.clock.advance('PT5S')
  expect([await withoutCard.state(), await lost.state()]).toEqual(['paid', 'waiting'])

  const overdue = await order()
  server.clock.advance('PT2H')
  await expireOrders(server.payments)
  expect(await overdue.state()).toBe('expired')
  expect((await failed('expire-orders')).map(([item]) => item)).toEqual([String(lost.id)])
})
