import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startStripeServer } from '#server/testing/doubles/stripe-server.ts'
import { cardTokenFault } from './card-token.ts'
import { stripeGateway } from './stripe.ts'

// What only Stripe knows; the rest is the contract of all gateways.
let server: Awaited<ReturnType<typeof startStripeServer>>
beforeAll(async () => {
  server = await startStripeServer()
})
afterAll(() => server.stop())

async function keptCard(): Promise<string> {
  const gateway = stripeGateway(server.options)
  const page = await gateway.setupCard({
    key: randomUUID(),
    amountCents: 50,
    description: 'Overenie karty',
    locale: 'sk',
    email: 'jana@dennik.example',
    successUrl: 'https://profil.example/hotovo',
    cancelUrl: 'https://profil.example/odchod',
  })
  server.payOnPage(page.url, 'succeeds')
  const checkout = await gateway.readCheckout(page.reference)
  if (checkout.state !== 'paid') throw new Error('The card was not taken')
  return checkout.card.token
}

const charge = (cardToken: string) =>
  stripeGateway(server.options).chargeOffSession({
    key: randomUUID(),
    cardToken,
    amountCents: 8990,
    product: 'premium_1y',
  })

test('a deleted card leaves a customer with another one, which can still be charged', async () => {
  const gateway = stripeGateway(server.options)
  const first = await keptCard()
  const second = server.addCard(first)
  await gateway.forgetCard(first)
  await gateway.forgetCard(first)
  expect(server.hasCustomer(first)).toBe(true)
  expect(await charge(first)).toEqual({ state: 'declined', reason: 'card_declined' })
  expect(await charge(second)).toMatchObject({ state: 'succeeded' })
  await gateway.forgetCard(second)
  expect(server.hasCustomer(second)).toBe(false)
})

test('R11.11 a charge whose idempotency key has expired at Stripe is found by its purpose', async () => {
  const gateway = stripeGateway(server.options)
  const cardToken = await keptCard()
  const paysFor = randomUUID()
  const request = { key: `${paysFor}/1`, cardToken, amountCents: 8990, product: 'premium_1y', paysFor }
  const taken = await gateway.chargeOffSession(request)
  server.forgetKeys()
  expect((await gateway.findTakenFor([paysFor])).get(paysFor)).toEqual(taken)
})

test.each([
  ['cus_NffrFeUfNV2Hib/pm_1MqLiJLkdIwHu7ix', true],
  ['cus_NffrFeUfNV2Hib/card_1MqLiJLkdIwHu7ix', true],
  ['pm_1MqLiJLkdIwHu7ix', false],
  ['cus_NffrFeUfNV2Hib', false],
  ['cus_NffrFeUfNV2Hib/', false],
  ['cus_NffrFeUfNV2Hib/pm_1/pm_2', false],
  ['tok_visa', false],
])('a token %s, kept elsewhere, can be one of Stripe’s: %s', (token, isOne) => {
  expect(cardTokenFault('stripe', token) === undefined).toBe(isOne)
  expect(cardTokenFault('demo', token)).toBeUndefined()
})
