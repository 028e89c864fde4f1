import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrderTerms } from '#contract/orders/order-terms.ts'
import { replaceMessages } from '#server/platform/messages.ts'
import { placeOrder, premiumByTransfer, refusalOf } from '#server/testing/journeys/place-order.ts'
import { createMoneyApp, type MoneyApp } from '#server/testing/setup/money-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { orders } from './tables.ts'

let server: MoneyApp
beforeAll(async () => {
  server = await createMoneyApp()
})
afterAll(() => server.close())

const readTerms = async (language = 'sk') =>
  (
    await openBrowser(server.app).get('/rest/api/prv/v1/order-terms', {
      headers: { 'accept-language': language },
    })
  ).json<OrderTerms>()

const consentsOf = async (id: number) => {
  const [row] = await server.deps.db.select().from(orders).where(eq(orders.id, id))
  return row?.consents
}

const agreeTo = ({ version, withdrawal }: OrderTerms) => ({
  terms_version: version,
  withdrawal_version: withdrawal.version,
})

test('R11.08 what is shown over the button is kept with the order, with the request to begin at once', async () => {
  const reader = await server.signIn()
  const terms = await readTerms()
  expect((await readTerms('en')).withdrawal).toMatchObject({
    version: terms.withdrawal.version,
    information: expect.stringMatching(/within 14\sdays/),
  })
  const agreed = agreeTo(terms)
  const kept = {
    terms_version: terms.version,
    terms_url: terms.terms_url,
    privacy_url: terms.privacy_url,
    withdrawal_information: terms.withdrawal.version,
    shown_at: expect.any(String),
  }
  const asked = await placeOrder(reader, { ...premiumByTransfer, agreed: { ...agreed, begin_at_once: true } })
  expect(await consentsOf(asked.id)).toEqual({ ...kept, begin_at_once: true })
  const later = await placeOrder(reader, { ...premiumByTransfer, agreed })
  expect(await consentsOf(later.id)).toEqual({ ...kept, begin_at_once: false })
})

test('R11.08 terms that are not shown any more are refused, whichever part has changed, and nothing is ordered', async () => {
  const reader = await server.signIn()
  const agreed = agreeTo(await readTerms())
  const refused = { status: 422, key: 'order_terms_changed' }
  for (const wrong of [{ terms_version: 'before' }, { withdrawal_version: 'before' }]) {
    expect(await refusalOf(reader, { ...premiumByTransfer, agreed: { ...agreed, ...wrong } })).toMatchObject(
      refused,
    )
  }
  replaceMessages('en', { 'terms.withdrawal': 'Other words of the publisher' })
  expect(await refusalOf(reader, { ...premiumByTransfer, agreed })).toMatchObject(refused)
  expect(await reader.payments()).toEqual([])
  await placeOrder(reader, { ...premiumByTransfer, agreed: agreeTo(await readTerms()) })
})
