import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stripeGateway } from '#server/gateways/payments/stripe.ts'
import { startStripeServer } from '#server/testing/doubles/stripe-server.ts'
import { agreedTerms } from '#server/testing/journeys/agreed-terms.ts'
import { makeProduct } from '#server/testing/make/purchase.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { createTestApp, type TestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { products } from '../subscriptions/tables.ts'
import { payments } from './tables.ts'

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

test('R11.11 idempotent: a retry after a lost response gets the same page, though language and name have changed since', async () => {
  const reader = await makeReader(server.deps)
  const browser = openBrowser(server.app)
  await browser.signIn(reader.email)
  const own = `/rest/api/prv/v1/users/${reader.id}`
  const json = { product: 'premium_1y', method: 'card' }
  const agreed = await agreedTerms(browser, json)
  const order = (language: string) =>
    browser.post(`${own}/orders`, {
      json: { ...json, agreed },
      headers: { 'idempotency-key': 'order-1', 'accept-language': language },
    })
  // The library retries once by itself.
  stripe.loseNextAnswer(2)
  expect((await order('sk')).statusCode).toBe(503)
  await server.deps.db.update(products).set({ nameSk: 'Prémium Plus', nameEn: 'Premium Plus' })
  const answers = await Promise.all(Array.from({ length: 20 }, () => order('en')))
  expect(new Set(answers.map(answer => answer.statusCode))).toEqual(new Set([201]))
  const pages = answers.map(answer => answer.json<{ redirect_url: string }>().redirect_url)
  expect(new Set(pages).size).toBe(1)
  const asked = stripe.requests.filter(each => each.path === '/v1/checkout/sessions')
  expect(asked[0]?.body['line_items[0][price_data][product_data][name]']).toBe('Prémium')
  for (const each of asked) expect(each).toEqual(asked[0])

  // The stored request has the reader's e-mail, so it is erased.
  const find = async () => {
    const [row] = await server.deps.db.select().from(payments).where(eq(payments.userId, reader.id))
    return row
  }
  expect((await find())?.checkoutRequest).toMatchObject({ email: reader.email })
  stripe.payOnPage(pages[0] ?? '', 'succeeds')
  const { id } = answers[0]?.json<{ id: number }>() ?? {}
  expect((await browser.get(`${own}/orders/${id}`)).json()).toMatchObject({ state: 'paid' })
  expect((await find())?.checkoutRequest).toBeNull()
})
