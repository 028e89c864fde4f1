import { expect } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { stripeGateway } from '#server/gateways/payments/stripe.ts'
import { startStripeServer } from '../doubles/stripe-server.ts'
import { agreedTerms } from '../journeys/agreed-terms.ts'
import { premiumByCard } from '../journeys/place-order.ts'
import { makeProduct } from '../make/purchase.ts'
import { makeSignedIn } from '../make/signed-in.ts'
import { createTestApp } from './test-app.ts'

/** The whole server with a stand-in of Stripe's, and one product. */
export async function createStripeApp() {
  const stripe = await startStripeServer()
  const server = await createTestApp({}, () => stripeGateway(stripe.options))
  await makeProduct(server.deps, { code: premiumByCard.product })
  /** Begins an order by card. @returns its reader, and how it is sent, with headers of the test's own */
  const beginOrder = async () => {
    const { browser, ...reader } = await makeSignedIn(server)
    const path = `/rest/api/prv/v1/users/${reader.id}/orders`
    const json = { ...premiumByCard, agreed: await agreedTerms(browser, premiumByCard) }
    const send = (headers: Record<string, string> = {}) => browser.post(path, { json, headers })
    const read = async (id: number) => {
      // The clock is moved further than a session lasts.
      await browser.signIn(reader.email)
      const answer = await browser.get(`${path}/${id}`)
      expect(answer.statusCode).toBe(200)
      return answer.json<Order>()
    }
    return { reader, send, read }
  }
  return {
    ...server,
    stripe,
    beginOrder,
    close: async () => {
      await server.close()
      await stripe.stop()
    },
  }
}
export type StripeApp = Awaited<ReturnType<typeof createStripeApp>>
