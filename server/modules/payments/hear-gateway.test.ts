import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import type { CardChange } from '#contract/payment-cards/payment-cards.ts'
import { buy } from '#server/testing/journeys/place-order.ts'
import { renewedOn } from '#server/testing/journeys/renewals.ts'
import { makeRefund } from '#server/testing/make/refund.ts'
import { createMoneyApp, eventually, type Subscribed } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { markRefund } from './index.ts'
import { noteFailedRefund } from './refunds/note-failed-refund.ts'
import { cards, refunds } from './tables.ts'

const server = openForFile(createMoneyApp)
beforeEach(() => server.stopAllRenewals())

const renewed = () => renewedOn(server)
const refundsOf = (paymentId: number) =>
  server.deps.db.select().from(refunds).where(eq(refunds.paymentId, paymentId)).orderBy(refunds.id)
const newsLeft = () =>
  server.deps.db.$count(
    sql`pgboss.job where name = 'hear-gateway' and state in ('created', 'active', 'retry')`,
  )
const stateOf = async (paymentId: number) => (await refundsOf(paymentId)).map(({ state }) => state)

test('R11.12 a refund that comes back has failed, whatever comes twice or late, and a person’s word stands', async () => {
  const { reader, payment } = await renewed()
  await makeRefund(server.money, payment.id, { amountCents: 1000, access: 'keep' })
  await eventually(() => stateOf(payment.id)).toEqual(['sent'])
  const [sent] = await refundsOf(payment.id)
  await server.gateway.failRefund(sent?.gatewayReference ?? '')
  await eventually(() => stateOf(payment.id)).toEqual(['failed'])
  // It is still owed, and its reader is told nothing else.
  const [told] = (await reader.get<{ items: { refunds: object[] }[] }>('payments')).items
  expect(told?.refunds).toMatchObject([{ state: 'requested', sent_at: null }])

  const id = sent?.id ?? 0
  await server.deps.db.transaction(tx => markRefund(tx, server.deps, { id, state: 'sent' }))
  await server.gateway.replay(20)
  await eventually(() => newsLeft()).toBe(0)
  expect(await stateOf(payment.id)).toEqual(['sent'])
})

test('R11.12 a refund made at the gateway itself that comes back has failed, too', async () => {
  const { payment } = await renewed()
  const reference = payment.chargeReference ?? ''
  const made = await server.money.gateway.refund({ key: 'made-there', reference, amountCents: 500 })
  await eventually(() => stateOf(payment.id)).toEqual(['sent'])
  await server.gateway.failRefund(made.reference ?? '')
  await eventually(() => stateOf(payment.id)).toEqual(['failed'])
})

test('R11.12 of two equal refunds made there one comes back, which is told twice: one has failed', async () => {
  const { payment } = await renewed()
  const reference = payment.chargeReference ?? ''
  const made = []
  for (const key of [crypto.randomUUID(), crypto.randomUUID()]) {
    made.push(await server.money.gateway.refund({ key, reference, amountCents: 500 }))
    await eventually(() => stateOf(payment.id)).toEqual(made.map(() => 'sent'))
  }
  await server.gateway.setFaults({ webhooks: 'off' })
  const last = made.at(-1)?.reference ?? ''
  await server.gateway.failRefund(last)
  await Promise.all(Array.from({ length: 20 }, () => noteFailedRefund(server.money, last)))
  expect((await stateOf(payment.id)).toSorted()).toEqual(['failed', 'sent'])
  await server.gateway.setFaults({ webhooks: 'prompt' })
})

test('R11.12 a card that its bank has replaced is shown as it is now, and nobody is warned of the former one', async () => {
  const reader: Subscribed = await server.subscribe()
  const [payment] = await reader.payments()
  const cardOf = async () =>
    (
      await server.deps.db
        .select()
        .from(cards)
        .where(eq(cards.id, payment?.cardId ?? 0))
    )[0]
  const card = await cardOf()
  await server.gateway.replaceCard(card?.gatewayToken ?? '', { last4: '1881', validUntil: '2061-03-31' })
  await eventually(async () => (await cardOf())?.last4).toBe('1881')
  const [shown] = await reader.list()
  expect(shown?.payment?.card).toEqual({ brand: 'Visa', last4: '1881', valid_until: '2061-03-31' })
})

/** What the gateway says of each page from now on: paid without a card. */
function payWithoutCards() {
  const { gateway } = server.money
  const read = { ...gateway }
  return vi.spyOn(gateway, 'readCheckout').mockImplementation(async reference => {
    const page = await read.readCheckout(reference)
    return page.state === 'paid' ? { ...page, card: null } : page
  })
}

test('R11.12 an order paid by something that can’t be charged again is paid, and does not renew', async () => {
  const pages = payWithoutCards()
  const reader = await server.signIn()
  await buy(server, reader)
  expect(await reader.list()).toMatchObject([{ state: 'active', payment: { state: 'paid', card: null } }])
  expect(await reader.renewals()).toEqual([])
  expect(pages).toHaveBeenCalled()
  pages.mockRestore()
})

test('R11.12 it changes no card: the charge is given back, and the former card stays', async () => {
  const pages = payWithoutCards()
  const reader = await server.subscribe()
  const change = (await reader.changeCard(reader.subscriptionId)).json<CardChange>()
  await server.gateway.payOnPage(change.redirect_url ?? '')
  await eventually(async () => (await reader.payments()).at(-1)?.state).toBe('refunded')
  expect(await reader.readChange(change.id)).toMatchObject({ state: 'declined' })
  expect(await reader.renewals()).toMatchObject([{ state: 'active', cardId: reader.cardId }])
  expect(pages).toHaveBeenCalled()
  pages.mockRestore()
})

/** Its card has expired at the gateway; the number stays. */
async function expire(cardId: number) {
  const [card] = await server.deps.db.select().from(cards).where(eq(cards.id, cardId))
  await server.gateway.replaceCard(card?.gatewayToken ?? '', { last4: '4242', validUntil: '2026-10-31' })
}

test.each([
  ['expired', 'expired_card', 'karta stratila platnosť'],
  ['unusable_later', 'card_unusable', 'karta sa už nedá použiť'],
  ['confirmed_always', 'authentication_required', 'banka chce, aby ste túto platbu potvrdili'],
] as const)(
  'R11.12 a renewal with a card that is %s is tried once, and its reader asked at once',
  async (card, lastFailure, why) => {
    const reader = await server.subscribe({ card: card === 'expired' ? 'succeeds' : card })
    if (card === 'expired') await expire(reader.cardId)
    server.clock.set(reader.endsAt.subtract({ hours: 48 }).toString())
    await server.chargeDue()
    expect(await reader.renewals()).toMatchObject([{ state: 'system_stop', failedAttempts: 1, lastFailure }])
    expect((await server.mailbox.waitFor(reader.email)).text.replaceAll('\u00a0', ' ')).toContain(why)
    server.clock.set(reader.endsAt.toString())
    await server.chargeDue()
    expect((await reader.payments()).filter(each => each.purpose === 'renewal')).toHaveLength(1)
  },
)
