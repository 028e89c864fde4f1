import { beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { PurchasePlan } from '#contract/orders/purchase-plan.ts'
import { settleStoppedRenewals } from '#server/modules/subscriptions/index.ts'
import { products } from '#server/modules/subscriptions/tables.ts'
import { payOrder, placeOrder, premiumByCard, refusalOf } from '#server/testing/journeys/place-order.ts'
import { operate } from '#server/testing/make/operator.ts'
import { createMoneyApp, eventually, type MoneyReader } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { receiveTransfer } from './index.ts'

const server = openForFile(createMoneyApp)
beforeEach(() => server.stopAllRenewals())

const noAdsByCard = { product: 'premium_plus_1y', method: 'card' }
const noAdsByTransfer = { product: 'premium_plus_1y', method: 'bank_transfer' }
const local = (at: Temporal.Instant) => at.toZonedDateTimeISO('Europe/Bratislava')

/** Premium by card that renews, with so many days left. */
function premium({ left, now = '2028-11-22T09:00:00Z' }: { left: number; now?: string }) {
  server.clock.set(now)
  const endsAt = local(server.clock.now()).add({ days: left })
  return server.subscribe({ startsAt: endsAt.subtract({ years: 1 }).toInstant(), endsAt: endsAt.toInstant() })
}

const planOf = async (reader: MoneyReader, product: string) =>
  (await reader.browser.get(`${reader.own}/purchase-plans/${product}`)).json<PurchasePlan>()

const payByCard = (reader: MoneyReader, order: Order) => payOrder(server, reader, order)

const arrive = ({ transfer }: Order) =>
  receiveTransfer(server.money, {
    variableSymbol: transfer?.variable_symbol ?? '',
    amountCents: transfer?.price.amount ?? 0,
  })

/** Periods that still last, without what was ended as soon as it had begun. */
async function periodsOf(reader: MoneyReader) {
  const all = await reader.periods()
  return all.filter(each => each.startsAt.until(each.endsAt).total('seconds') > 60)
}

const daysOf = (period: { startsAt: Temporal.Instant; endsAt: Temporal.Instant } | undefined) =>
  period && local(period.startsAt).toPlainDate().until(local(period.endsAt).toPlainDate()).days

const covers = (access: readonly string[], wanted: readonly string[]) =>
  wanted.every(flag => flag.startsWith('device') || access.includes(flag))

/** Invariant: no day is paid twice for the same access. */
async function expectNoDayTwice(reader: MoneyReader) {
  const access = new Map((await server.deps.db.select().from(products)).map(each => [each.code, each.access]))
  const periods = await periodsOf(reader)
  for (const [index, one] of periods.entries()) {
    for (const other of periods.slice(index + 1)) {
      const wanted = access.get(other.productCode) ?? []
      const given = access.get(one.productCode) ?? []
      if (!covers(given, wanted) && !covers(wanted, given)) continue
      expect(one.endsAt.until(other.startsAt).total('seconds')).toBeGreaterThan(-1)
    }
  }
  const running = (await reader.renewals()).filter(each => each.state === 'active')
  expect(running.length).toBeLessThanOrEqual(1)
}

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
      const reader = await premium({ left, now })
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
      await expectNoDayTwice(reader)
    },
  )

  test('ordered by transfer for the rest, days that staff give before the money comes are kept, and paid by nobody', async () => {
    const reader = await premium({ left: 106 })
    const order = await placeOrder(reader, noAdsByTransfer)
    const extended = local(reader.endsAt).add({ days: 30 }).toInstant()
    await operate(server, 'subscriptions extend', {
      id: reader.id,
      subscription: reader.subscriptionId,
      days: 30,
      ends_at: reader.endsAt.toString(),
      reason: 'Goodwill.',
    })
    await arrive(order)
    expect((await reader.payments()).map(each => each.amountCents)).toEqual([8990, order.price.amount])
    const charge = extended.subtract({ hours: 48 }).toString()
    expect((await reader.list())[0]).toMatchObject({
      type: { code: 'premium_plus_1y' },
      period: { to: extended.toString() },
      recurrence: { state: 'on', next_payment: { at: charge } },
    })
    await expectNoDayTwice(reader)
  })

  test('another price than was shown is refused, and nothing is ordered', async () => {
    const reader = await premium({ left: 106 })
    const { price } = await planOf(reader, 'premium_plus_1y')
    server.clock.advance('P1D')
    expect(await refusalOf(reader, { ...noAdsByCard, price })).toEqual({ status: 422, key: 'offer_changed' })
    expect(await refusalOf(reader, { ...premiumByCard, price })).toMatchObject({ key: 'offer_changed' })
    expect(await reader.payments()).toHaveLength(1)
  })

  test('with few days left it is sold for a whole year, less the credit for the rest', async () => {
    const reader = await premium({ left: 10 })
    const plan = await planOf(reader, 'premium_plus_1y')
    expect(plan).toMatchObject({
      begins: 'instead',
      price: { amount: 11_990 - 246 },
      credit: { amount: 246 },
      for_the_rest: false,
    })
    await payByCard(reader, await placeOrder(reader, noAdsByCard))
    const present = (await periodsOf(reader)).at(-1)
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
    await expectNoDayTwice(reader)
  })

  test('the renewal that it comes behind renews what was bought last, as was told', async () => {
    const reader = await premium({ left: 106 })
    const { next_payment: next } = await planOf(reader, 'standard_1y')
    await payByCard(reader, await placeOrder(reader, { product: 'standard_1y', method: 'card' }))
    const [renewal] = await reader.renewals()
    expect(renewal).toMatchObject({ state: 'active', nextProductCode: 'standard_1y', priceCents: 5990 })
    expect(renewal?.chargeAt.toString()).toBe(next.card?.at)
    await expectNoDayTwice(reader)
  })

  test('refunded, the subscription that it replaced is restored', async () => {
    const reader = await premium({ left: 106 })
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

describe('R11.01 what changes between the order and its payment', () => {
  test('a renewal charged while a transfer is awaited: all of it is converted into days', async () => {
    const reader = await premium({ left: 16 })
    const order = await placeOrder(reader, noAdsByTransfer)
    expect(order.price.amount).toBe(131)
    server.clock.advance('P14D')
    await server.chargeDue()
    expect(await periodsOf(reader)).toHaveLength(2)
    expect(await arrive(order)).toBe('paid')
    // 1.31 € + 0.49 € + 89.90 €, of 119.90 € a year.
    expect(daysOf((await periodsOf(reader)).at(-1))).toBe(280)
    expect(await reader.readOrder(order.id)).toMatchObject({ plan: { begins: 'instead', rest_until: null } })
    expect((await reader.renewals()).at(-1)).toMatchObject({
      state: 'active',
      nextProductCode: 'premium_plus_1y',
    })
    await expectNoDayTwice(reader)
  })

  test('an offer accepted meanwhile: what was paid begins after it, for the days that it pays for', async () => {
    const reader = await premium({ left: 106 })
    const order = await placeOrder(reader, noAdsByTransfer)
    const [offer] = await reader.listOffers(reader.subscriptionId)
    expect((await reader.acceptOffer(reader.subscriptionId, offer?.code ?? '')).statusCode).toBe(201)
    expect(await arrive(order)).toBe('paid')
    const periods = await periodsOf(reader)
    expect(periods.at(-1)?.startsAt).toEqual(reader.endsAt)
    expect(daysOf(periods.at(-1))).toBe(27)
    const mail = await server.mailbox.waitFor(reader.email, each => each.subject.includes('zaplatené'))
    expect(mail.text).toContain('Začne sa, až keď sa skončí to, čo už máte zaplatené: Prémium bez reklamy.')
    await expectNoDayTwice(reader)
  })

  test('race: twenty payments of two orders and an offer, all at once, give each its days, and no day twice', async () => {
    for (let turn = 0; turn < 3; turn++) {
      const reader = await premium({ left: 106 })
      const [one, two] = [
        await placeOrder(reader, noAdsByTransfer, 'one'),
        await placeOrder(reader, noAdsByTransfer, 'two'),
      ]
      const [offer] = await reader.listOffers(reader.subscriptionId)
      await Promise.all([
        ...Array.from({ length: 9 }, () => [arrive(one), arrive(two)]).flat(),
        reader.acceptOffer(reader.subscriptionId, offer?.code ?? ''),
        reader.acceptOffer(reader.subscriptionId, offer?.code ?? ''),
      ])
      const paid = (await reader.payments()).filter(each => each.state === 'paid')
      const periods = await periodsOf(reader)
      // What was bought first, and one for each payment of the three.
      expect(periods).toHaveLength(paid.length)
      await expectNoDayTwice(reader)
      const days = periods
        .filter(each => each.productCode === 'premium_plus_1y')
        .map(each => daysOf(each) ?? 0)
      expect(days.sort((a, b) => a - b)).toEqual([27, 27, 106].slice(-days.length))
    }
  })

  test('race: a renewal’s charge and an upgrade’s payment at once: no day is paid twice', async () => {
    for (let turn = 0; turn < 6; turn++) {
      const reader = await premium({ left: 16 })
      const order = await placeOrder(
        reader,
        turn % 2 ? noAdsByTransfer : { ...noAdsByTransfer, product: 'premium_1y' },
      )
      server.clock.set(reader.endsAt.subtract({ hours: 48 }).toString())
      await Promise.all([server.chargeDue(), arrive(order)])
      // A claimed charge that no longer fits is given up, and requested anew.
      for (let run = 0; run < 3; run++) {
        server.clock.advance('PT30S')
        await server.chargeDue()
      }
      await expectNoDayTwice(reader)
      const periods = await periodsOf(reader)
      const noAds = periods.filter(each => each.productCode === 'premium_plus_1y')
      if (turn % 2) {
        // Either the year of Premium, charged first, counts towards it, or its own next year is charged.
        expect(noAds.reduce((sum, each) => sum + (daysOf(each) ?? 0), 0)).toBeGreaterThan(270)
        expect(await reader.renewals()).toContainEqual(
          expect.objectContaining({ state: 'active', nextProductCode: 'premium_plus_1y' }),
        )
      } else {
        const paid = (await reader.payments()).filter(each => each.state === 'paid')
        expect(periods).toHaveLength(paid.length)
      }
    }
  })

  test('a charge whose answer was lost and that is found after something was bought gives the days after it', async () => {
    const reader = await premium({ left: 16 })
    const order = await placeOrder(reader, { ...noAdsByTransfer, product: 'premium_1y' })
    server.clock.set(reader.endsAt.subtract({ hours: 48 }).toString())
    await server.gateway.setFaults({ lose_answers: true, webhooks: 'off' })
    await server.chargeDue()
    await server.gateway.setFaults({ lose_answers: false, webhooks: 'prompt' })
    expect(await arrive(order)).toBe('paid')
    server.clock.advance('PT1M')
    await settleStoppedRenewals(server.money)
    expect((await reader.payments()).filter(each => each.state === 'paid')).toHaveLength(3)
    expect(await periodsOf(reader)).toHaveLength(3)
    await expectNoDayTwice(reader)
  })
})
