import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createStripeApp } from '#server/testing/setup/stripe-app.ts'
import { products } from '../subscriptions/tables.ts'
import { payments } from './tables.ts'

const server = openForFile(createStripeApp)

test('R11.11 idempotent: a retry after a lost response gets the same page, though language and name have changed since', async () => {
  const { stripe, beginOrder } = server
  const { reader, send, read } = await beginOrder()
  const order = (language: string) => send({ 'idempotency-key': 'order-1', 'accept-language': language })
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
  const { id = 0 } = answers[0]?.json<{ id: number }>() ?? {}
  expect(await read(id)).toMatchObject({ state: 'paid' })
  expect((await find())?.checkoutRequest).toBeNull()
})
