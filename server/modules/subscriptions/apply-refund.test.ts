import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { PurchasePlan } from '#contract/orders/purchase-plan.ts'
import { buy } from '#server/testing/journeys/place-order.ts'
import { makeRefund } from '#server/testing/make/refund.ts'
import { createMoneyApp, eventually, type MoneyReader } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { giveDays } from './index.ts'
import { upgrades } from './tables.ts'

const server = openForFile(createMoneyApp)
beforeEach(() => server.stopAllRenewals())

/** The publisher refunds a payment at the gateway, which sends a webhook. */
async function giveBack(reader: MoneyReader, purpose: 'order' | 'renewal' | 'upgrade') {
  const find = async () => (await reader.payments()).findLast(each => each.purpose === purpose)
  const payment = await find()
  await server.gateway.gateway.refund({
    key: `by-hand/${payment?.id}`,
    reference: payment?.chargeReference ?? '',
    amountCents: payment?.amountCents ?? 0,
  })
  await eventually(async () => (await find())?.state).toBe('refunded')
}

test('a refunded order ends the period it paid for, once, and the reader is told', async () => {
  const reader = await server.signIn()
  await buy(server, reader)
  await giveBack(reader, 'order')
  await server.gateway.replay(3)
  const [subscription] = await reader.list()
  expect(subscription).toMatchObject({
    state: 'inactive',
    payment: { state: 'refunded' },
    recurrence: { state: 'off', reason: 'stopped_by_publisher' },
  })
  const mail = await server.mailbox.waitFor(reader.email, each => each.subject.startsWith('Vraciame'))
  expect(mail.subject).toBe('Vraciame vám 89,90\u00a0€')
  expect(mail.text).toContain('Zaplatené obdobie sa tým skončilo.')
  expect(server.mailbox.mails.filter(each => each.to === reader.email)).toHaveLength(2)
})

test('R11.08 days that were given behind a refunded order renew no more, unless more was bought', async () => {
  for (const isMoreBought of [false, true]) {
    const reader = await server.signIn()
    await buy(server, reader)
    if (isMoreBought) await buy(server, reader)
    const given = { by: 'staff', productCode: 'gift_premium_1y', days: 30, key: `case-${reader.id}` } as const
    await server.deps.db.transaction(tx =>
      giveDays(tx, server.money, { id: reader.id, email: reader.email, locale: 'sk' }, given),
    )
    const before = (await reader.payments()).length
    await giveBack(reader, 'order')
    const last = (await reader.periods()).at(-1)
    server.clock.set(last?.endsAt.toString() ?? '')
    await server.chargeDue()
    expect(await reader.payments()).toHaveLength(before + (isMoreBought ? 1 : 0))
  }
})

test('a renewal refunded before its period begins leaves the present one as it is', async () => {
  const reader = await server.subscribe()
  server.clock.set(reader.endsAt.subtract({ hours: 48 }).toString())
  await server.chargeDue()
  await giveBack(reader, 'renewal')
  expect((await reader.list()).map(each => each.state).sort()).toEqual(['active', 'inactive'])
  server.clock.set(reader.endsAt.add({ hours: 24 * 365 }).toString())
  await server.chargeDue()
  expect((await reader.list()).map(each => each.state)).toEqual(['inactive', 'inactive'])
  expect(await reader.payments()).toHaveLength(2)
})

test('a refunded upgrade restores the former product; its refunded order ends that as well', async () => {
  const reader = await server.signIn()
  await buy(server, reader)
  const [bought] = await reader.list()
  server.clock.advance('P30D')
  const [offer] = await reader.listOffers(bought?.id ?? 0)
  expect((await reader.acceptOffer(bought?.id ?? 0, offer?.code ?? '')).statusCode).toBe(201)
  const running = async () =>
    (await reader.list())
      .filter(each => each.state === 'active')
      .map(({ type, period }) => [type.code, period.to])
  expect(await running()).toEqual([['premium_plus_1y', bought?.period.to]])
  await giveBack(reader, 'upgrade')
  expect(await running()).toEqual([['premium_1y', bought?.period.to]])
  await giveBack(reader, 'order')
  expect(await running()).toEqual([])
})

test('a refunded order ends what it was upgraded to', async () => {
  const reader = await server.signIn()
  await buy(server, reader)
  const [bought] = await reader.list()
  server.clock.advance('P30D')
  const [offer] = await reader.listOffers(bought?.id ?? 0)
  await reader.acceptOffer(bought?.id ?? 0, offer?.code ?? '')
  await giveBack(reader, 'order')
  expect((await reader.list()).map(each => each.state)).toEqual(['inactive', 'inactive'])
})

test('R11.06 what was refunded does not come back when that which took its place is refunded too', async () => {
  const reader = await server.signIn()
  await buy(server, reader)
  server.clock.advance('P355D')
  await buy(server, reader, 'premium_plus_1y')
  const [first, second] = await reader.payments()
  await makeRefund(server.money, first?.id ?? 0, { amountCents: 100 })
  expect((await reader.list()).filter(each => each.state === 'active')).toHaveLength(1)
  await makeRefund(server.money, second?.id ?? 0)
  expect((await reader.list()).filter(each => each.state === 'active')).toEqual([])
})

test.each([
  ['by an offer, for the rest of it', 'P30D', 'offer', 'P182D'],
  ['by a purchase of a whole period', 'P355D', 'premium_plus_1y', 'P9D'],
])(
  'R11.06 what was shortened comes back shortened, when it was replaced %s that is refunded',
  async (_how, after, by, taken) => {
    const reader = await server.signIn()
    await buy(server, reader)
    const [bought] = await reader.list()
    const whole = Temporal.Instant.from(bought?.period.to ?? '').toZonedDateTimeISO('Europe/Bratislava')
    server.clock.advance(after)
    if (by === 'offer') {
      const [offer] = await reader.listOffers(bought?.id ?? 0)
      await reader.acceptOffer(bought?.id ?? 0, offer?.code ?? '')
    } else await buy(server, reader, by)
    const [first, second] = await reader.payments()
    const amountCents = by === 'offer' ? 4495 : 222
    const active = async () =>
      (await reader.list())
        .filter(each => each.state === 'active')
        .map(({ type, period }) => [type.code, period.to])
    await makeRefund(server.money, first?.id ?? 0, { amountCents, access: 'shorten' })
    const short = whole.subtract(taken).toInstant().toString()
    // The rest ends with what it is the rest of; what was bought whole stands by itself.
    if (by === 'offer') expect(await active()).toEqual([['premium_plus_1y', short]])
    await makeRefund(server.money, second?.id ?? 0)
    expect(await active()).toEqual([['premium_1y', short]])
    await makeRefund(server.money, first?.id ?? 0)
    expect(await active()).toEqual([])
  },
)

test('R11.06 what was given back with its days is no credit towards what takes the place of the rest', async () => {
  const reader = await server.signIn()
  await buy(server, reader)
  const [first] = await reader.payments()
  await makeRefund(server.money, first?.id ?? 0, { amountCents: 4495, access: 'shorten' })
  const plan = await reader.get<PurchasePlan>('purchase-plans/premium_plus_1y')
  expect([plan.credit.amount, plan.price.amount]).toEqual([4495, 7495])
  await buy(server, reader, 'premium_plus_1y')
  expect((await reader.payments()).map(each => each.amountCents)).toEqual([8990, 7495])
  const [upgrade] = await server.deps.db
    .select()
    .from(upgrades)
    .where(eq(upgrades.paymentId, (await reader.payments())[1]?.id ?? 0))
  expect(upgrade?.creditedCents).toBe(4495)
})

test('R11.06 of a period that is over no mail says until when one reads', async () => {
  const now = server.clock.now()
  const [startsAt, endsAt] = [now.subtract({ hours: 24 * 400 }), now.subtract({ hours: 24 * 35 })]
  const reader = await server.subscribe({ startsAt, endsAt })
  const [payment] = await reader.payments()
  await makeRefund(server.money, payment?.id ?? 0, { amountCents: 1000, access: 'keep' })
  const mail = await server.mailbox.waitFor(reader.email, each => each.subject.startsWith('Vraciame'))
  expect(mail.text).not.toContain('Čítať')
})

test('where the publisher lets periods run out, only the renewal stops', async () => {
  const reader = await server.signIn()
  await buy(server, reader)
  server.deps.settings.refundEndsAccess = false
  await giveBack(reader, 'order').finally(() => {
    server.deps.settings.refundEndsAccess = true
  })
  expect(await reader.list()).toMatchObject([
    { state: 'active', recurrence: { state: 'off', reason: 'stopped_by_publisher' } },
  ])
  const mail = await server.mailbox.waitFor(reader.email, each => each.subject.startsWith('Vraciame'))
  expect(mail.text).toMatch(/Čítať môžete až do/)
})
