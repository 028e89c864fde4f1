import { beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { PurchasePlan } from '#contract/orders/purchase-plan.ts'
import {
  payOrder,
  payTransfer,
  placeOrder,
  premiumByCard,
  refusalOf,
} from '#server/testing/journeys/place-order.ts'
import {
  expectNoDayTwice,
  lastingPeriods,
  noAdsByTransfer,
  premiumFor,
} from '#server/testing/journeys/upgrades.ts'
import { operate } from '#server/testing/make/operator.ts'
import { createMoneyApp, eventually, type MoneyReader } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(createMoneyApp)
beforeEach(() => server.stopAllRenewals())

const noAdsByCard = { product: 'premium_plus_1y', method: 'card' }
const local = (at: Temporal.Instant) => at.toZonedDateTimeISO('Europe/Bratislava')

const planOf = async (reader: MoneyReader, product: string) =>
  (await reader.browser.get(`${reader.own}/purchase-plans/${product}`)).json<PurchasePlan>()

const payByCard = (reader: MoneyReader, order: Order) => payOrder(server, reader, order)

describe('R11.01 buying what gives more', () => {
  test.each([
    ['2028-11-22T09:00:00Z', 106],
    ['2027-01-31T22:45:00Z', 28],
    // Over both changes of summer time, and over the 29th of February.
    ['2027-03-27T23:30:00Z', 300],
    ['2027-10-30T22:30:00Z', 150],
    ['2028-02-01T00:10:00Z', 29],
  ])(
    'proration: on %s with %s days left it costs what the offer does, begins at once and takes over the renewal',
    async (now, left) => {
      const reader = await premiumFor(server, { left, now })
      const [offer] = await reader.listOffers(reader.subscriptionId)
      const plan = await planOf(reader, 'premium_plus_1y')
      const charge = reader.endsAt.subtract({ hours: 48 }).toString()
      const next = { at: charge, price: { amount: 11_990 }, type: { code: 'premium_plus_1y' } }
      expect(plan).toMatchObject({
        begins: 'instead',
        price: offer?.price,
        for_the_rest: true,
        period: { to: reader.endsAt.toString() },
        present: [{ id: reader.subscriptionId, name: 'Prémium', until: reader.endsAt.toString() }],
        next_payment: { card: next, bank_transfer: next },
      })
      const order = await placeOrder(reader, { ...noAdsByCard, price: plan.price })
      expect(order).toMatchObject({
        price: offer?.price,
        plan: { begins: 'instead', present: plan.present, rest_until: reader.endsAt.toString() },
      })
      await payByCard(reader, order)

      expect(await reader.list()).toMatchObject([
        {
          type: { code: 'premium_plus_1y' },
          state: 'active',
          period: { to: reader.endsAt.toString() },
          recurrence: { state: 'on', next_payment: { at: charge, price: { amount: 11_990 } } },
        },
        { id: reader.subscriptionId, state: 'inactive' },
      ])
      const mail = await server.mailbox.waitFor(reader.email, each => each.subject.includes('zaplatené'))
      expect(mail.text).toContain('nahradilo to, čo ste mali doteraz: Prémium.')
      expect(mail.text).toContain('stiahneme 119,90\u00a0€')
      server.clock.set(reader.endsAt.toString())
      await server.chargeDue()
      const renewed = (await reader.payments()).filter(each => each.purpose === 'renewal')
      expect(renewed).toMatchObject([{ productCode: 'premium_plus_1y', amountCents: 11_990 }])
      await expectNoDayTwice(server, reader)
    },
  )

  test('ordered by transfer for the rest, days that staff give before the money comes are kept, and paid by nobody', async () => {
    const reader = await premiumFor(server, { left: 106 })
    const order = await placeOrder(reader, noAdsByTransfer)
    const extended = local(reader.endsAt).add({ days: 30 }).toInstant()
    await operate(server, 'subscriptions extend', {
      id: reader.id,
      subscription: reader.subscriptionId,
      days: 30,
      ends_at: reader.endsAt.toString(),
      reason: 'Goodwill.',
    })
    await payTransfer(server, order)
    expect((await reader.payments()).map(each => each.amountCents)).toEqual([8990, order.price.amount])
    const charge = extended.subtract({ hours: 48 }).toString()
    expect((await reader.list())[0]).toMatchObject({
      type: { code: 'premium_plus_1y' },
      period: { to: extended.toString() },
      recurrence: { state: 'on', next_payment: { at: charge } },
    })
    await expectNoDayTwice(server, reader)
  })

  test('of a period that ends at midnight the mail tells the last day, as the page of the order does', async () => {
    const reader = await premiumFor(server, { left: 106, now: '2028-11-21T23:00:00Z' })
    await placeOrder(reader, noAdsByTransfer)
    const { text } = await server.mailbox.waitFor(reader.email)
    expect(local(reader.endsAt).toPlainDateTime().toString()).toBe('2029-03-08T00:00:00')
    expect(text).toContain('Platiť bude do 7.\u00a0marca\u00a02029.')
  })

  test('another price than was shown is refused, and nothing is ordered', async () => {
    const reader = await premiumFor(server, { left: 106 })
    const { price } = await planOf(reader, 'premium_plus_1y')
    server.clock.advance('P1D')
    expect(await refusalOf(reader, { ...noAdsByCard, price })).toEqual({ status: 422, key: 'offer_changed' })
    expect(await refusalOf(reader, { ...premiumByCard, price })).toMatchObject({ key: 'offer_changed' })
    expect(await reader.payments()).toHaveLength(1)
  })

  test('with few days left it is sold for a whole year, less the credit for the rest', async () => {
    const reader = await premiumFor(server, { left: 10 })
    const plan = await planOf(reader, 'premium_plus_1y')
    expect(plan).toMatchObject({
      begins: 'instead',
      price: { amount: 11_990 - 246 },
      credit: { amount: 246 },
      for_the_rest: false,
    })
    await payByCard(reader, await placeOrder(reader, noAdsByCard))
    const present = (await lastingPeriods(reader)).at(-1)
    expect(
      local(present?.endsAt ?? server.clock.now())
        .toPlainDate()
        .toString(),
    ).toBe('2029-11-22')
    expect(await reader.renewals()).toMatchObject([
      {
        state: 'active',
        nextProductCode: 'premium_plus_1y',
        chargeAt: present?.endsAt.subtract({ hours: 48 }),
      },
    ])
    await expectNoDayTwice(server, reader)
  })

  test('the renewal that it comes behind renews what was bought last, as was told', async () => {
    const reader = await premiumFor(server, { left: 106 })
    const { next_payment: next } = await planOf(reader, 'standard_1y')
    await payByCard(reader, await placeOrder(reader, { product: 'standard_1y', method: 'card' }))
    const [renewal] = await reader.renewals()
    expect(renewal).toMatchObject({ state: 'active', nextProductCode: 'standard_1y', priceCents: 5990 })
    expect(renewal?.chargeAt.toString()).toBe(next.card?.at)
    await expectNoDayTwice(server, reader)
  })

  test('refunded, the subscription that it replaced is restored', async () => {
    const reader = await premiumFor(server, { left: 106 })
    await payByCard(reader, await placeOrder(reader, noAdsByCard))
    const payment = (await reader.payments()).at(-1)
    await server.gateway.gateway.refund({
      key: `by-hand/${payment?.id}`,
      reference: payment?.chargeReference ?? '',
      amountCents: payment?.amountCents ?? 0,
    })
    await eventually(async () => (await reader.list()).map(each => [each.type.code, each.state])).toEqual([
      ['premium_1y', 'active'],
      ['premium_plus_1y', 'inactive'],
    ])
    const [former] = await reader.list()
    expect(former?.period.to).toBe(reader.endsAt.toString())
    // And it can be bought again, for what is left by then.
    expect(await planOf(reader, 'premium_plus_1y')).toMatchObject({
      begins: 'instead',
      price: { amount: 871 },
    })
  })
})
