import { eq } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { CardChange } from '#contract/payment-cards/payment-cards.ts'
import type { Changes } from '#contract/recurrence/change-subscription.ts'
import type { Pauses } from '#contract/recurrence/pause-recurrence.ts'
import type { Offer } from '#contract/recurrence/recurrence.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { demoGateway } from '#server/gateways/payments/demo.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { chargeDueRenewals } from '#server/modules/subscriptions/index.ts'
import { recurringProfiles, subscriptions } from '#server/modules/subscriptions/tables.ts'
import { startDemoGateway } from '../doubles/demo-gateway.ts'
import { agreedTerms } from '../journeys/agreed-terms.ts'
import { makeCard, makePayment, makePeriod, makeProduct } from '../make/purchase.ts'
import { makeReader } from '../make/reader.ts'
import { makeSignedIn } from '../make/signed-in.ts'
import { createTestApp, testOrigin } from './test-app.ts'

/** Polls for an effect of workers and webhooks (eventual consistency). */
export const eventually = <T>(read: () => Promise<T>) => expect.poll(read)

const digital = ['web', 'mobile', 'dennik', 'eknihy', 'blog', 'forum', 'device6']
const noAds = ['no_advert', 'no_advert_web', 'no_advert_mobile']

/**
 * The whole server with the demo gateway and its webhooks, and a few products. Repeated tasks do not run by
 * themselves: a test runs them.
 */
export async function createMoneyApp() {
  const demo = await startDemoGateway({ webhookUrl: 'http://127.0.0.1:9' })
  const server = await createTestApp({}, clock => demoGateway({ url: demo.url, secret: demo.secret, clock }))
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  await demo.setFaults({ webhook_url: `${server.app.listeningOrigin}/webhooks/payments/demo` })
  const { deps, payments: money } = server
  await makeProduct(deps, { code: 'premium_1y', access: digital, renewsInto: 'premium_1y' })
  await makeProduct(deps, {
    code: 'premium_plus_1y',
    group: 'premium_plus',
    priceCents: 11_990,
    access: [...digital, ...noAds],
    renewsInto: 'premium_plus_1y',
    nameSk: 'Prémium bez reklamy',
    nameEn: 'Premium without ads',
  })
  await makeProduct(deps, {
    code: 'standard_1y',
    group: 'standard',
    priceCents: 5990,
    access: ['web', 'mobile', 'forum', 'device3'],
    deviceLimit: 3,
    renewsInto: 'standard_1y',
    nameSk: 'Štandard',
    nameEn: 'Standard',
  })
  await makeProduct(deps, {
    code: 'advert_4w',
    group: 'advert',
    priceCents: 299,
    length: 'P4W',
    access: noAds,
    renewsInto: 'advert_4w',
    nameSk: 'Bez reklamy',
    nameEn: 'No ads',
  })
  await makeProduct(deps, { code: 'gift_premium_1y', audience: 'gift', access: digital })

  return {
    ...server,
    money,
    gateway: demo,
    /** Charges what is due, as a worker would. */
    chargeDue: () => chargeDueRenewals(money, { concurrency: 4 }),
    /** Turns off renewal of every present reader. */
    stopAllRenewals: async () => {
      await deps.db
        .update(recurringProfiles)
        .set({ state: 'admin_stop' })
        .where(eq(recurringProfiles.state, 'active'))
    },
    /** A reader who is signed in. */
    signIn: (given: Parameters<typeof makeReader>[1] = {}) => signIn(server, given),
    /** A reader with a running subscription that renews by a card which the gateway knows. */
    subscribe: (given: SubscribeOptions = {}) => subscribe(server, demo, given),
    close: async () => {
      await demo.setFaults({ webhooks: 'off' })
      // Otherwise closing waits for idle connections of the gateway.
      server.app.server.closeAllConnections()
      await server.close()
      await demo.stop()
    },
  }
}
export type MoneyApp = Awaited<ReturnType<typeof createMoneyApp>>
export type Subscribed = Awaited<ReturnType<MoneyApp['subscribe']>>
type Server = Awaited<ReturnType<typeof createTestApp>>

async function signIn(server: Server, given: Parameters<typeof makeReader>[1]) {
  const { browser, own, ...reader } = await makeSignedIn(server, given)
  /** Tests move the clock far: signs in again when the session has expired. */
  const ask = async (act: () => Promise<LightMyRequestResponse>) => {
    const answer = await act()
    if (answer.statusCode !== 401) return answer
    await browser.signIn(reader.email)
    return act()
  }
  const get = async <T>(path: string) => (await ask(() => browser.get(`${own}/${path}`))).json<T>()
  return {
    ...reader,
    browser,
    own,
    get,
    activate: (code: string) => ask(() => browser.post(`${own}/coupon-activations`, { json: { code } })),
    list: async () => (await get<{ items: Subscription[] }>('subscriptions')).items,
    /** Orders as agreed over the button, and asks to begin at once, unless told otherwise. */
    order: async (json: object, key?: string) => {
      const agreed = await agreedTerms(browser, json)
      const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
      return ask(() => browser.post(`${own}/orders`, { json: { agreed, ...json }, headers }))
    },
    readOrder: (id: number) => get<Order>(`orders/${id}`),
    changeCard: (subscriptionId: number, returnUrl = `${testOrigin}/predplatne`) =>
      ask(() =>
        browser.post(`${own}/payment-cards/changes`, {
          json: { subscription_id: subscriptionId, return_url: returnUrl },
        }),
      ),
    readChange: (id: number) => get<CardChange>(`payment-cards/changes/${id}`),
    switchRecurrence: (subscriptionId: number, json: object) =>
      ask(() => browser.put(`${own}/subscriptions/${subscriptionId}/recurrence`, { json })),
    /** Pauses for some months, as shown; 0 ends a pause. */
    pause: async (subscriptionId: number, months: number) => {
      const path = `subscriptions/${subscriptionId}/pause`
      if (months === 0) return ask(() => browser.delete(`${own}/${path}`))
      const { from = null } = await get<Partial<Pauses>>(path)
      const json = { months, from: from ?? server.clock.now().toString() }
      return ask(() => browser.put(`${own}/${path}`, { json }))
    },
    listOffers: async (subscriptionId: number) =>
      (await get<{ items: Offer[] }>(`subscriptions/${subscriptionId}/offers`)).items,
    /** Accepts as agreed over the button, unless told otherwise. */
    acceptOffer: async (subscriptionId: number, code: string, json?: object) => {
      const body = json ?? { agreed: await agreedTerms(browser, {}) }
      return ask(() => browser.post(`${own}/subscriptions/${subscriptionId}/offers/${code}`, { json: body }))
    },
    listChanges: (subscriptionId: number) => get<Changes>(`subscriptions/${subscriptionId}/changes`),
    change: async (subscriptionId: number, code: string, json?: object) => {
      const body = json ?? { agreed: await agreedTerms(browser, {}) }
      return ask(() => browser.post(`${own}/subscriptions/${subscriptionId}/changes/${code}`, { json: body }))
    },
    undoChange: (subscriptionId: number) =>
      ask(() => browser.delete(`${own}/subscriptions/${subscriptionId}/changes`)),
    withdraw: (paymentId: number) =>
      ask(() => browser.post(`${own}/withdrawals`, { json: { payment_id: paymentId } })),
    /** Asks for the deletion of the account. */
    requestAnonymization: () => ask(() => browser.post(`${own}/anonymization`)),
    /** Payments of the reader, in their order. */
    payments: () =>
      server.deps.db.select().from(payments).where(eq(payments.userId, reader.id)).orderBy(payments.id),
    /** Plans of renewals of the reader, in their order. */
    renewals: async () => {
      const rows = await server.deps.db
        .select({ renewal: recurringProfiles })
        .from(recurringProfiles)
        .innerJoin(subscriptions, eq(subscriptions.id, recurringProfiles.subscriptionId))
        .where(eq(subscriptions.userId, reader.id))
        .orderBy(recurringProfiles.id)
      return rows.map(row => row.renewal)
    },
    /** Periods of the reader, in their order. */
    periods: () =>
      server.deps.db
        .select()
        .from(subscriptions)
        .where(eq(subscriptions.userId, reader.id))
        .orderBy(subscriptions.startsAt),
  }
}
export type MoneyReader = Awaited<ReturnType<typeof signIn>>

type SubscribeOptions = {
  card?: Parameters<Awaited<ReturnType<typeof startDemoGateway>>['payOnPage']>[1]
  product?: string
  nextProduct?: string
  priceCents?: number
  startsAt?: Temporal.Instant
  endsAt?: Temporal.Instant
  reader?: Parameters<typeof makeReader>[1]
}

async function subscribe(
  server: Server,
  demo: Awaited<ReturnType<typeof startDemoGateway>>,
  given: SubscribeOptions,
) {
  const reader = await signIn(server, given.reader ?? {})
  const product = given.product ?? 'premium_1y'
  const now = server.clock.now()
  const startsAt = given.startsAt ?? now.subtract({ hours: 24 * 100 })
  const endsAt = given.endsAt ?? startsAt.add({ hours: 24 * 365 })
  const card = await takeCard(demo, given.card ?? 'succeeds')
  const cardId = await makeCard(server.deps, {
    userId: reader.id,
    gatewayToken: card.token,
    last4: card.last4,
    validUntil: card.validUntil,
  })
  const priceCents = given.priceCents ?? 8990
  const paymentId = await makePayment(server.deps, {
    userId: reader.id,
    productCode: product,
    at: startsAt,
    amountCents: priceCents,
    cardId,
  })
  const subscriptionId = await makePeriod(server.deps, {
    userId: reader.id,
    productCode: product,
    priceCents,
    startsAt,
    endsAt,
    paymentId,
    renewals: [
      {
        state: 'active',
        cardId,
        chargeAt: endsAt.subtract({ hours: 48 }),
        nextProductCode: given.nextProduct ?? product,
      },
    ],
  })
  return { ...reader, subscriptionId, cardId, endsAt }
}

/** A card stored by the gateway; its verification charge is refunded at once. */
async function takeCard(
  demo: Awaited<ReturnType<typeof startDemoGateway>>,
  behaviour: NonNullable<SubscribeOptions['card']>,
) {
  const page = await demo.gateway.setupCard({
    key: crypto.randomUUID(),
    amountCents: 50,
    description: 'Karta',
    locale: 'sk',
    email: 'reader@dennik.example',
    successUrl: testOrigin,
    cancelUrl: testOrigin,
  })
  await demo.payOnPage(page.url, behaviour).catch(() => undefined)
  if (behaviour.startsWith('confirmed')) await demo.confirmOnPage(page.url, 'confirm')
  const checkout = await demo.gateway.readCheckout(page.reference)
  if (checkout.state !== 'paid' || !checkout.card) throw new Error('The card was not taken')
  await demo.gateway.refund({ key: crypto.randomUUID(), reference: checkout.reference, amountCents: 50 })
  return checkout.card
}
