import { beforeAll, describe, expect, test } from 'vitest'
import { exampleSubscription } from '#contract/testing/subscription-example.ts'
import { machineClock } from '#server/platform/clock.ts'
import { makeCard, makePayment, makePeriod, makeProduct } from '#server/testing/make/purchase.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestDatabase } from '#server/testing/setup/test-database.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import type { recurringProfiles } from './tables.ts'

const database = openForFile(createTestDatabase)
let userId: number

beforeAll(async () => {
  await makeProduct(database, {
    code: 'premium_1y',
    access: ['web', 'eknihy', 'device6'],
    renewsInto: 'premium_1y',
  })
  await makeProduct(database, {
    code: 'premium_plus_1y',
    group: 'premium_plus',
    priceCents: 11990,
    access: ['web', 'no_advert'],
    nameSk: 'Prémium bez reklamy',
    nameEn: 'Premium without ads',
  })
  await makeProduct(database, { code: 'gift_premium_1y', audience: 'gift', nameSk: 'Darčekové Prémium' })
})

const at = (text: string) => Temporal.Instant.from(text)
const startsAt = at('2026-03-14T18:42:00Z')
const endsAt = at('2027-03-14T18:42:00Z')
const chargeAt = at('2027-03-12T18:42:00Z')
const year = { productCode: 'premium_1y', startsAt, endsAt }
const live = { state: 'active', chargeAt, nextProductCode: 'premium_1y' } as const

/** What a new reader's list is at an instant; every query runs against PostgreSQL. */
const list = (now: Temporal.Instant = at('2026-11-21T10:00:00Z'), locale: 'sk' | 'en' = 'sk') =>
  listSubscriptions({
    db: database.db,
    clock: { now: () => now },
    settings: { origins: { login: '' }, pausesAYear: 1 },
  })(userId, locale)

const newReader = async () => {
  userId = (await makeReader({ db: database.db, clock: machineClock })).id
  return userId
}

describe('R4.05 the state follows from the period and the clock', () => {
  beforeAll(async () => {
    await makePeriod(database, { userId: await newReader(), ...year })
  })

  test.each([
    ['a millisecond before the beginning', startsAt.subtract({ milliseconds: 1 }), 'future'],
    ['the first instant', startsAt, 'active'],
    ['the last millisecond', endsAt.subtract({ milliseconds: 1 }), 'active'],
    ['the end', endsAt, 'inactive'],
  ])('%s', async (_, now, state) => {
    expect((await list(now)).map(each => each.state)).toEqual([state])
  })
})

test('R3.06 a subscription by card that renews tells every field', async () => {
  await newReader()
  const cardId = await makeCard(database, { userId })
  const paymentId = await makePayment(database, { userId, productCode: 'premium_1y', at: startsAt, cardId })
  const id = await makePeriod(database, { userId, ...year, paymentId, renewals: [{ ...live, cardId }] })
  expect(await list()).toEqual([
    exampleSubscription({
      id,
      access: ['web', 'eknihy', 'device6'],
      recurrence: {
        acts: ['change', 'change_card', 'pause', 'turn_off'],
        subscription_id: id,
        card: { brand: 'Visa', last4: '4242', valid_until: '2028-08-31' },
      },
      payment: { id: paymentId },
    }),
  ])
})

test('R3.06 a bank transfer has no card and cannot renew', async () => {
  await newReader()
  const paymentId = await makePayment(database, {
    userId,
    productCode: 'premium_1y',
    method: 'bank_transfer',
    at: startsAt,
  })
  await makePeriod(database, { userId, ...year, paymentId })
  expect((await list())[0]).toMatchObject({
    recurrence: {
      state: 'unavailable',
      reason: 'not_recurrent',
      can_stop_until: null,
      next_payment: null,
      next_type: null,
      next_length: null,
    },
    payment: { id: paymentId, method: 'bank_transfer', state: 'paid', card: null },
  })
})

test('R3.06 without a payment there is no payment method, and nothing to renew', async () => {
  await makePeriod(database, {
    userId: await newReader(),
    ...year,
    productCode: 'gift_premium_1y',
    priceCents: 0,
  })
  expect((await list())[0]).toMatchObject({
    audience: 'gift',
    price: { amount: 0 },
    recurrence: { state: 'unavailable', reason: 'no_payment' },
    payment: null,
  })
})

describe('what a renewal is told as', () => {
  const withRenewal = async (renewal: Partial<typeof recurringProfiles.$inferInsert>) => {
    await newReader()
    const paymentId = await makePayment(database, { userId, productCode: 'premium_1y', at: startsAt })
    await makePeriod(database, { userId, ...year, paymentId, renewals: [{ ...live, ...renewal }] })
    return (await list())[0]
  }

  test('R4.08 stopped by the reader, it runs on and is not renewed', async () => {
    expect(await withRenewal({ state: 'user_stop' })).toMatchObject({
      state: 'active',
      recurrence: { state: 'off', reason: 'stopped_by_reader', can_stop_until: null, next_payment: null },
    })
  })

  test('stopped after failures', async () => {
    expect(await withRenewal({ state: 'system_stop' })).toMatchObject({
      recurrence: { state: 'off', reason: 'stopped_after_failures', next_payment: null },
    })
  })

  test('a failed charge that will be retried is still on, and counted', async () => {
    expect(await withRenewal({ failedAttempts: 2 })).toMatchObject({
      recurrence: { state: 'on', next_payment: { failed_attempts: 2 } },
    })
  })

  test('one that was charged already has no renewal any more', async () => {
    expect(await withRenewal({ state: 'charged' })).toMatchObject({
      recurrence: { state: 'unavailable', reason: null, next_payment: null },
    })
  })

  test('R9.05 it can be stopped up to 48 hours before the payment, over the change to summer time too', async () => {
    const payment = at('2027-03-28T10:00:00Z')
    expect(await withRenewal({ chargeAt: payment })).toMatchObject({
      recurrence: { can_stop_until: '2027-03-26T10:00:00Z', next_payment: { at: '2027-03-28T10:00:00Z' } },
    })
  })

  test('into another product: its name and its present price', async () => {
    expect(await withRenewal({ nextProductCode: 'premium_plus_1y' })).toMatchObject({
      price: { amount: 7990 },
      recurrence: {
        next_payment: { price: { amount: 11990, currency: 'EUR' } },
        next_type: { code: 'premium_plus_1y', name: 'Prémium bez reklamy' },
        next_length: 'P1Y',
      },
    })
  })

  test('the card told is the one that will be charged, not the one that paid last', async () => {
    await newReader()
    const old = await makeCard(database, { userId, last4: '0001' })
    const changed = await makeCard(database, { userId, last4: '0002', brand: 'Mastercard' })
    const paymentId = await makePayment(database, {
      userId,
      productCode: 'premium_1y',
      at: startsAt,
      cardId: old,
    })
    await makePeriod(database, { userId, ...year, paymentId, renewals: [{ ...live, cardId: changed }] })
    expect((await list())[0]?.payment?.card).toEqual({
      brand: 'Mastercard',
      last4: '0002',
      valid_until: '2028-08-31',
    })
  })
})

test('R1.01 running ones come first, then future, then past ones, each group by its end; names are in the reader’s language', async () => {
  await newReader()
  const period = (productCode: string, from: string, to: string) =>
    makePeriod(database, {
      userId,
      productCode,
      startsAt: at(`${from}T00:00:00Z`),
      endsAt: at(`${to}T00:00:00Z`),
    })
  const older = await period('premium_1y', '2023-01-01', '2024-01-01')
  const future = await period('premium_1y', '2027-06-01', '2028-06-01')
  const shorter = await period('premium_1y', '2026-06-01', '2026-12-01')
  const longer = await period('premium_plus_1y', '2026-01-01', '2027-01-01')
  const past = await period('premium_1y', '2025-01-01', '2026-01-01')
  const subscriptions = await list(undefined, 'en')
  expect(subscriptions.map(each => each.id)).toEqual([longer, shorter, future, past, older])
  expect(subscriptions[0]?.type.name).toBe('Premium without ads')
})

test('R6.01 another reader’s subscriptions are never listed', async () => {
  await makePeriod(database, { userId: await newReader(), ...year })
  await newReader()
  expect(await list()).toEqual([])
})
