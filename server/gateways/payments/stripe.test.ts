import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signed } from '#server/testing/doubles/gateway-counters.ts'
import { startStripeServer } from '#server/testing/doubles/stripe-server.ts'
import { cardTokenFault } from './card-token.ts'
import { GatewayUnavailable, RefundRefused } from './port.ts'
import { stripeGateway } from './stripe.ts'

// What only Stripe knows; the rest is the contract of all gateways.
let server: Awaited<ReturnType<typeof startStripeServer>>
beforeAll(async () => {
  server = await startStripeServer()
})
afterAll(() => server.stop())

const newPage = () => ({
  key: randomUUID(),
  amountCents: 50,
  description: 'Overenie karty',
  locale: 'sk' as const,
  email: 'jana@dennik.example',
  successUrl: 'https://profil.example/hotovo',
  cancelUrl: 'https://profil.example/odchod',
})

async function keptCard(): Promise<string> {
  const gateway = stripeGateway(server.options)
  const page = await gateway.setupCard(newPage())
  server.payOnPage(page.url, 'succeeds')
  const checkout = await gateway.readCheckout(page.reference)
  if (checkout.state !== 'paid' || !checkout.card) throw new Error('The card was not taken')
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

test('R11.13 nothing on the page forbids the wallets, which pay as cards', async () => {
  await stripeGateway(server.options).createCheckout({ ...newPage(), keepCard: true })
  const asked = server.requests.findLast(({ path }) => path === '/v1/checkout/sessions')?.body ?? {}
  const ofMethods = Object.entries(asked).filter(([name]) => /payment_method|wallet/.test(name))
  expect(ofMethods).toEqual([['allowed_payment_method_types[0]', 'card']])
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

test('R11.12 a page that was paid without a card is paid, with nothing to charge again', async () => {
  const gateway = stripeGateway(server.options)
  const { reference, url } = await gateway.createCheckout({ ...newPage(), keepCard: true })
  server.payOnPage(url, 'no_card')
  expect(await gateway.readCheckout(reference)).toMatchObject({ state: 'paid', card: null })
})

test('R11.12 a page that has expired at Stripe is closed', async () => {
  const gateway = stripeGateway(server.options)
  const { reference, url } = await gateway.createCheckout({ ...newPage(), keepCard: true })
  server.expirePage(url)
  expect(await gateway.readCheckout(reference)).toEqual({ state: 'closed', decline: null })
  expect(await gateway.closeCheckout(reference)).toEqual({ state: 'closed', decline: null })
})

test('R11.12 an error 500 that Stripe replays for its key stays unknown, until the key has expired', async () => {
  const gateway = stripeGateway(server.options)
  const request = { key: randomUUID(), cardToken: await keptCard(), amountCents: 8990, product: 'premium_1y' }
  server.breakNextAnswer()
  await expect(gateway.chargeOffSession(request)).rejects.toThrow(GatewayUnavailable)
  await expect(gateway.chargeOffSession(request)).rejects.toThrow(GatewayUnavailable)
  expect(await gateway.findCharge(request)).toEqual({ state: 'none' })
  server.forgetKeys()
  expect(await gateway.chargeOffSession(request)).toMatchObject({ state: 'succeeded' })
})

test('R11.12 a refund that fails at once is refused, also when it is asked for again', async () => {
  const gateway = stripeGateway(server.options)
  const taken = await charge(await keptCard())
  if (taken.state !== 'succeeded') throw new Error('The charge did not succeed')
  const refund = { key: randomUUID(), reference: taken.reference, amountCents: 8990 }
  server.failNextRefund()
  await expect(gateway.refund(refund)).rejects.toThrow(RefundRefused)
  await expect(gateway.refund(refund)).rejects.toThrow(RefundRefused)
})

test.each([
  ['refund', 'charge.refund.updated', { about: 'refund', id: 're_1' }],
  ['refund', 'refund.failed', { about: 'refund', id: 're_1' }],
  ['dispute', 'charge.dispute.funds_withdrawn', { about: 'dispute', id: 're_1' }],
  ['customer', 'customer.updated', undefined],
  // A card that was detached meanwhile belongs to nobody.
  ['payment_method', 'payment_method.automatically_updated', undefined],
])('R11.12 the %s of %s is what the event is about', async (object, type, news) => {
  const body = JSON.stringify({
    type,
    data: { object: { object, id: 're_1', customer: null, metadata: {} } },
  })
  const message = signed('stripe-signature', server.options.webhookSecret, body)
  expect(await stripeGateway(server.options).verifyWebhook(message)).toEqual(news)
})

test.each([
  ['lost_card', 'card_unusable'],
  ['stolen_card', 'card_unusable'],
  ['pickup_card', 'card_unusable'],
  ['expired_card', 'expired_card'],
  ['insufficient_funds', 'insufficient_funds'],
  ['do_not_honor', 'card_declined'],
])('R11.12 a bank’s %s is %s', async (code, reason) => {
  const card = await keptCard()
  server.declineNext(code)
  expect(await charge(card)).toEqual({ state: 'declined', reason })
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
