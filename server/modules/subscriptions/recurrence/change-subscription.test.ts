import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { keyOf } from '#server/testing/inspect/error-key.ts'
import { changeMailsTo, liveRenewalOf, recurrenceOf } from '#server/testing/journeys/renewals.ts'
import { makeCoupon } from '#server/testing/make/coupon.ts'
import { makePeriod, makeProduct } from '#server/testing/make/purchase.ts'
import {
  createMoneyApp,
  eventually,
  type MoneyApp,
  type MoneyReader,
} from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { products, recurringProfiles } from '../tables.ts'

const server = openForFile(createMoneyApp)
beforeAll(async () => {
  await makeProduct(server.deps, {
    code: 'sportnet_1y',
    access: ['sportnet'],
    priceCents: 2990,
    renewsInto: 'sportnet_1y',
  })
})

const start = Temporal.Instant.from('2026-09-08T10:00:00Z')
const end = Temporal.Instant.from('2027-09-08T10:00:00Z')
/** Premium for a year, of which 182 days are left. */
const subscribe = (given: Parameters<MoneyApp['subscribe']>[0] = {}) => {
  server.clock.set('2027-03-10T10:00:00Z')
  return server.subscribe({ startsAt: start, endsAt: end, ...given })
}
type Subscriber = MoneyReader & { subscriptionId: number }

const changeTo = async (reader: Subscriber, product: string) => {
  const { items } = await reader.listChanges(reader.subscriptionId)
  const change = items.find(each => each.type.code === product)
  if (!change) throw new Error(`${product} cannot be had`)
  return { change, answer: await reader.change(reader.subscriptionId, change.code) }
}
const mailsTo = (reader: MoneyReader) => changeMailsTo(server, reader)

describe('R11.02 change of plan', () => {
  test('dearer and as long begins at once for the difference, cheaper when what is paid ends; each says what is lost', async () => {
    const reader = await subscribe()
    expect(await reader.listChanges(reader.subscriptionId)).toMatchObject({
      obstacle: null,
      present: { type: { code: 'premium_1y' }, paid_until: end.toString(), price: { amount: 8990 } },
      card: { last4: '4242' },
      items: [
        { type: { code: 'advert_4w' }, kind: 'at_end', length: 'P4W', today: { amount: 0 } },
        { type: { code: 'sportnet_1y' }, kind: 'at_end' },
        {
          type: { code: 'standard_1y' },
          kind: 'at_end',
          gained: [],
          lost: ['dennik', 'eknihy', 'blog'],
          begins_at: end.toString(),
          next_payment: { at: end.subtract({ hours: 48 }).toString(), price: { amount: 5990 } },
        },
        {
          type: { code: 'premium_plus_1y' },
          kind: 'at_once',
          lost: [],
          gained: ['no_advert', 'no_advert_web', 'no_advert_mobile'],
          // 30 € more a year; 182 of 365 days are left.
          today: { amount: 1496 },
          next_payment: { at: end.subtract({ hours: 48 }).toString(), price: { amount: 11_990 } },
        },
      ],
    })
  })

  test('at once: a contract of its own by the same way as an accepted offer', async () => {
    const reader = await subscribe()
    const { answer } = await changeTo(reader, 'premium_plus_1y')
    expect(answer.statusCode).toBe(201)
    expect(answer.json<Subscription>()).toMatchObject({
      type: { code: 'premium_plus_1y' },
      period: { to: end.toString() },
      recurrence: { state: 'on', planned_change: null, next_payment: { price: { amount: 11_990 } } },
      payment: { withdraw_until: '2027-03-24' },
    })
    expect((await reader.payments()).at(-1)).toMatchObject({ purpose: 'upgrade', amountCents: 1496 })
  })

  test('at once what was planned for the end: at the price that is shown by then, also from the next payment on', async () => {
    const reader = await subscribe()
    // The difference is less than what can be charged.
    server.clock.set(end.subtract({ hours: 24 * 5 }).toString())
    expect((await changeTo(reader, 'premium_plus_1y')).change).toMatchObject({ kind: 'at_end' })
    const setPrice = (priceCents: number) =>
      server.deps.db.update(products).set({ priceCents }).where(eq(products.code, 'premium_plus_1y'))
    await setPrice(20_000)
    const { change, answer } = await changeTo(reader, 'premium_plus_1y')
    await setPrice(11_990)
    expect(change).toMatchObject({ kind: 'at_once', next_payment: { price: { amount: 20_000 } } })
    expect(answer.json<Subscription>().recurrence.next_payment).toMatchObject(change.next_payment)
  })

  test('at the end: told, charged once at that price, and begun without a gap', async () => {
    const reader = await subscribe()
    const { answer } = await changeTo(reader, 'standard_1y')
    expect(answer.statusCode).toBe(201)
    expect(answer.json<Subscription>()).toMatchObject({
      type: { code: 'premium_1y' },
      recurrence: {
        planned_change: { type: { code: 'standard_1y' }, begins_at: end.toString() },
        next_type: { code: 'standard_1y' },
        next_payment: { price: { amount: 5990 } },
      },
    })
    server.clock.set(end.toString())
    await Promise.all([server.chargeDue(), server.chargeDue()])
    expect((await reader.payments()).slice(1)).toMatchObject([{ amountCents: 5990, state: 'paid' }])
    expect((await reader.periods()).at(-1)).toMatchObject({ productCode: 'standard_1y', startsAt: end })
    const [present] = await reader.list()
    expect(present?.recurrence).toMatchObject({
      planned_change: null,
      next_payment: { price: { amount: 5990 } },
    })
    expect(await mailsTo(reader)).toEqual(['change_planned', 'change_done'])
    expect(keyOf(await reader.undoChange(reader.subscriptionId))).toBe('change_not_planned')
  })

  test('R11.09 beside the others stands the price that its reader knows, and not what the shop takes by now', async () => {
    const reader = await subscribe()
    const setPrice = (priceCents: number) =>
      server.deps.db.update(products).set({ priceCents }).where(eq(products.code, 'premium_1y'))
    await setPrice(9990)
    const { present } = await reader.listChanges(reader.subscriptionId)
    await changeTo(reader, 'standard_1y')
    const { present: planned } = await reader.listChanges(reader.subscriptionId)
    await setPrice(8990)
    expect([present.price.amount, planned.price.amount]).toEqual([8990, 8990])
  })

  test('undone by one press: product, price and an announced change of it are there again', async () => {
    const reader = await subscribe()
    const coming = { comingCents: 9490, comingFrom: end.subtract({ hours: 48 }) }
    await server.deps.db
      .update(recurringProfiles)
      .set(coming)
      .where(eq(recurringProfiles.cardId, reader.cardId))
    const before = await recurrenceOf(reader)
    await changeTo(reader, 'standard_1y')
    await changeTo(reader, 'sportnet_1y')
    const undone = await reader.undoChange(reader.subscriptionId)
    expect(undone.statusCode).toBe(200)
    expect(undone.json<Subscription>().recurrence).toEqual(before)
    expect((await mailsTo(reader)).at(-1)).toBe('change_undone')
    expect(keyOf(await reader.undoChange(reader.subscriptionId))).toBe('change_not_planned')
  })

  test('changed for what is paid ahead by transfer, then for another: that is charged when the former ends, as shown', async () => {
    const reader = await subscribe({
      product: 'advert_4w',
      priceCents: 299,
      endsAt: Temporal.Instant.from('2027-03-24T11:00:00Z'),
    })
    const paidAhead = await makePeriod(server.deps, {
      userId: reader.id,
      productCode: 'premium_1y',
      startsAt: start,
      endsAt: end,
    })
    await changeTo(reader, 'premium_1y')
    const { change, answer } = await changeTo(reader, 'standard_1y')
    expect(change).toMatchObject({
      begins_at: end.toString(),
      next_payment: { at: end.subtract({ hours: 48 }).toString(), price: { amount: 5990 } },
    })
    expect(answer.json<Subscription>()).toMatchObject({
      id: paidAhead,
      recurrence: { next_payment: change.next_payment, planned_change: { begins_at: end.toString() } },
    })
  })

  test('a stale sum or day is refused, and nothing changes', async () => {
    const reader = await subscribe()
    for (const code of [
      'standard_1y',
      'standard_1y-1-2027-09-08',
      'premium_1y-8990-2027-09-08',
      'gift_premium_1y-8990-2027-09-08',
    ]) {
      expect(keyOf(await reader.change(reader.subscriptionId, code))).toBe('offer_changed')
    }
    const { items } = await reader.listChanges(reader.subscriptionId)
    await server.deps.db.update(products).set({ priceCents: 3090 }).where(eq(products.code, 'sportnet_1y'))
    const stale = items.find(each => each.type.code === 'sportnet_1y')?.code ?? ''
    expect(keyOf(await reader.change(reader.subscriptionId, stale))).toBe('offer_changed')
    await server.deps.db.update(products).set({ priceCents: 2990 }).where(eq(products.code, 'sportnet_1y'))
    expect((await recurrenceOf(reader))?.planned_change).toBeNull()
  })

  test('what is bought meanwhile for the same days takes the change back', async () => {
    const reader = await subscribe({ product: 'standard_1y', priceCents: 5990 })
    await changeTo(reader, 'sportnet_1y')
    const bought = (
      await reader.order({ product: 'sportnet_1y', method: 'card', price: { amount: 2990, currency: 'EUR' } })
    ).json<{ redirect_url: string }>()
    await server.gateway.payOnPage(bought.redirect_url)
    await eventually(async () => (await reader.list()).length).toBe(2)
    expect(await liveRenewalOf(reader)).toMatchObject({ nextProductCode: 'standard_1y', plannedChange: null })
    // And what would be paid for beside it is no longer there to choose.
    const { items } = await reader.listChanges(reader.subscriptionId)
    expect(items.map(each => each.type.code)).not.toContain('sportnet_1y')
  })

  test.each<[string, (reader: Subscriber & { cardId: number }) => Promise<unknown>]>([
    ['change_not_renewing', reader => reader.switchRecurrence(reader.subscriptionId, { enabled: false })],
    ['change_stopped', reader => setRenewal(reader, { state: 'admin_stop' })],
    ['change_not_by_card', reader => setRenewal(reader, { cardId: null })],
    [
      'change_not_for_one',
      () =>
        server.deps.db.update(products).set({ audience: 'family' }).where(eq(products.code, 'premium_1y')),
    ],
  ])('refused with its reason: %s', async (key, spoil) => {
    const reader = await subscribe()
    await spoil(reader)
    const { obstacle, items } = await reader.listChanges(reader.subscriptionId)
    const answer = await reader.change(reader.subscriptionId, 'standard_1y-5990-2027-09-08')
    await server.deps.db.update(products).set({ audience: 'person' }).where(eq(products.code, 'premium_1y'))
    expect([obstacle, items]).toEqual([key, []])
    expect(keyOf(answer)).toBe('offer_changed')
  })

  test('what came by a code has no plan to change, a stranger’s is not there, and who asked for anonymization changes nothing', async () => {
    const gifted = await server.signIn()
    await gifted.activate((await makeCoupon(server.deps)).code)
    const [given] = await gifted.list()
    expect(await gifted.listChanges(given?.id ?? 0)).toMatchObject({ obstacle: 'change_not_by_card' })
    const reader = await subscribe()
    expect(keyOf(await gifted.change(reader.subscriptionId, 'standard_1y-5990-2027-09-08'))).toBe(
      'subscription_not_found',
    )
    await reader.requestAnonymization()
    const answer = await reader.change(reader.subscriptionId, 'standard_1y-5990-2027-09-08')
    expect(keyOf(answer)).toBe('user_anonymization_pending')
  })
})

const setRenewal = (reader: { cardId: number }, columns: Partial<typeof recurringProfiles.$inferInsert>) =>
  server.deps.db.update(recurringProfiles).set(columns).where(eq(recurringProfiles.cardId, reader.cardId))
