import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { stripeGateway } from '#server/gateways/payments/stripe.ts'
import { expireOrders } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { listFailedItems } from '#server/platform/jobs/failed-items.ts'
import { startStripeServer } from '#server/testing/doubles/stripe-server.ts'
import { agreedTerms } from '#server/testing/journeys/agreed-terms.ts'
import { makeProduct } from '#server/testing/make/purchase.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { createTestApp, type TestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { sweepPayments } from './index.ts'

let stripe: Awaited<ReturnType<typeof startStripeServer>>
let server: TestApp
beforeAll(async () => {
  stripe = await startStripeServer()
  server = await createTestApp({}, () => stripeGateway(stripe.options))
  await makeProduct(server.deps, { code: 'premium_1y' })
})
afterAll(async () => {
  await server.close()
  await stripe.stop()
})

/** An order by card, and its reader. */
async function order() {
  const reader = await makeReader(server.deps)
  const browser = openBrowser(server.app)
  await browser.signIn(reader.email)
  const own = `/rest/api/prv/v1/users/${reader.id}/orders`
  const json = { product: 'premium_1y', method: 'card' }
  const answer = await browser.post(own, { json: { ...json, agreed: await agreedTerms(browser, json) } })
  const { id, redirect_url: page = '' } = answer.json<Order>()
  const [row] = await server.deps.db.select().from(orders).where(eq(orders.id, id))
  return {
    id,
    page,
    paymentId: row?.paymentId ?? 0,
    read: async () => {
      // The clock is moved further than a session lasts.
      await browser.signIn(reader.email)
      const answer = await browser.get(`${own}/${id}`)
      return [answer.statusCode, answer.json<Order>().state]
    },
  }
}
const failed = async (task: string) =>
  (await listFailedItems(server.deps.db, { task, limit: 100 })).map(({ item, reason }) => [item, reason])

test('R11.15 R11.12 a payment without a card is settled, and one with an unknown page does not block others', async () => {
  const [withoutCard, lost, good] = [await order(), await order(), await order()]
  stripe.payOnPage(withoutCard.page, 'no_card')
  stripe.losePage(lost.page)
  stripe.payOnPage(good.page, 'succeeds')
  server.clock.advance('PT30S')
  await sweepPayments(server.payments)
  expect(await good.read()).toEqual([200, 'paid'])
  expect(await failed('sweep-payments')).toEqual([[String(lost.paymentId), 'Error resource_missing']])
  server.clock.advance('PT5S')
  expect([await withoutCard.read(), await lost.read()]).toEqual([
    [200, 'paid'],
    [200, 'waiting'],
  ])

  const overdue = await order()
  server.clock.advance('PT2H')
  await expireOrders(server.payments)
  expect(await overdue.read()).toEqual([200, 'expired'])
  expect((await failed('expire-orders')).map(([item]) => item)).toEqual([String(lost.id)])
})
