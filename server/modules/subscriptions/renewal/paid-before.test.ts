import { describe, expect, test } from 'vitest'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { keyOf } from '#server/testing/inspect/error-key.ts'
import { makeCoupon } from '#server/testing/make/coupon.ts'
import { makePayment, makePeriod } from '#server/testing/make/purchase.ts'
import { createMoneyApp, type MoneyReader } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(createMoneyApp)

const on = { enabled: true }
const off = { enabled: false }

/** A year that follows a subscription and was paid by transfer. */
async function followWith(
  { id: userId, endsAt }: { id: number; endsAt: Temporal.Instant },
  productCode = 'premium_plus_1y',
) {
  const at = server.clock.now()
  const paymentId = await makePayment(server.deps, { userId, productCode, at, method: 'bank_transfer' })
  const until = endsAt.toZonedDateTimeISO('Europe/Bratislava').add({ years: 1 }).toInstant()
  const period = { userId, productCode, startsAt: endsAt, endsAt: until, paymentId }
  return { id: await makePeriod(server.deps, period), until }
}

const renewed = async (reader: MoneyReader) =>
  (await reader.payments()).filter(each => each.purpose === 'renewal').map(each => each.amountCents)

/** Premium whose renewal is off, and a year of premium without ads that is paid for behind it. */
async function stoppedAndFollowed(endsAt = server.clock.now().add({ hours: 24 * 20 })) {
  const startsAt = endsAt.subtract({ hours: 24 * 365 })
  const reader = await server.subscribe({ startsAt, endsAt })
  await reader.switchRecurrence(reader.subscriptionId, off)
  return { reader, next: await followWith(reader) }
}

describe('R11.01 turning renewal on while what follows is paid for', () => {
  test.each([
    ['2027-01-31T22:30:00Z', '2028-01-29T22:30:00Z'],
    // The clocks change in the two days between the payment and the end.
    ['2027-03-29T05:00:00Z', '2028-03-27T05:00:00Z'],
    ['2027-10-31T05:00:00Z', '2028-10-29T05:00:00Z'],
    ['2028-02-29T11:00:00Z', '2029-02-26T11:00:00Z'],
  ])(
    'at the end of %s it is charged two days before the end of the last paid period, as told before',
    async (ends, charged) => {
      const endsAt = Temporal.Instant.from(ends)
      server.clock.set(endsAt.subtract({ hours: 24 * 20 }).toString())
      const { reader, next } = await stoppedAndFollowed(endsAt)
      const charge = { at: charged, price: { amount: 11_990 } }
      const before = (await reader.list()).find(each => each.id === reader.subscriptionId)
      expect(before?.recurrence).toMatchObject({
        state: 'off',
        if_turned_on: { ...charge, type: { code: 'premium_plus_1y' }, after: next.id },
      })
      const answer = await reader.switchRecurrence(reader.subscriptionId, on)
      expect(answer.json<Subscription>()).toMatchObject({
        id: reader.subscriptionId,
        recurrence: {
          state: 'on',
          next_payment: charge,
          next_type: { code: 'premium_plus_1y' },
          subscription_id: next.id,
        },
      })
      const mail = await server.mailbox.waitFor(reader.email, each => each.subject.includes('je zapnuté'))
      expect(mail.text).toContain('119,90\u00a0€')
      expect(mail.text).toContain('preto ďalšiu platbu stiahneme až vtedy')

      server.clock.set(endsAt.add({ hours: 24 }).toString())
      await server.chargeDue()
      expect(await renewed(reader)).toEqual([])
      expect((await reader.list()).filter(each => each.state === 'active')).toMatchObject([
        { id: next.id, recurrence: { state: 'on', next_payment: charge } },
      ])
      server.clock.set(next.until.toString())
      await server.chargeDue()
      expect(await renewed(reader)).toEqual([11_990])
      const periods = await reader.periods()
      expect(periods.map(each => each.startsAt.toString())).toEqual(
        [periods[0]?.startsAt, endsAt, next.until].map(String),
      )
    },
  )

  test('race: twenty at once turn one renewal on; it is turned off and on by either subscription', async () => {
    const { reader, next } = await stoppedAndFollowed()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => reader.switchRecurrence(reader.subscriptionId, on)),
    )
    expect(new Set(answers.map(answer => answer.statusCode))).toEqual(new Set([200]))
    expect(await reader.renewals()).toMatchObject([{ state: 'active', subscriptionId: next.id }])
    for (const id of [reader.subscriptionId, next.id]) {
      await reader.switchRecurrence(id, off)
      expect(await reader.renewals()).toMatchObject([{ state: 'user_stop', subscriptionId: next.id }])
      await reader.switchRecurrence(id, on)
      expect(await reader.renewals()).toMatchObject([{ state: 'active', subscriptionId: next.id }])
    }
  })

  test('a paid subscription that gives less postpones nothing', async () => {
    const reader = await server.subscribe({ endsAt: server.clock.now().add({ hours: 24 * 20 }) })
    await reader.switchRecurrence(reader.subscriptionId, off)
    await followWith(reader, 'standard_1y')
    const [told] = (await reader.list()).filter(each => each.id === reader.subscriptionId)
    expect(told?.recurrence.if_turned_on).toMatchObject({
      at: reader.endsAt.subtract({ hours: 48 }).toString(),
      after: reader.subscriptionId,
      price: { amount: 8990 },
    })
  })
})

describe('R11.01 a renewal whose next period is paid for when it is due', () => {
  test('moves behind the paid periods, and nothing is charged', async () => {
    const reader = await server.subscribe({ endsAt: server.clock.now().add({ hours: 24 * 20 }) })
    const next = await followWith(reader)
    // Told before it is due as well.
    expect((await reader.list()).find(each => each.id === reader.subscriptionId)?.recurrence).toMatchObject({
      next_payment: { at: next.until.subtract({ hours: 48 }).toString(), price: { amount: 11_990 } },
    })
    server.clock.set(reader.endsAt.toString())
    await server.chargeDue()
    expect(await renewed(reader)).toEqual([])
    expect(await reader.renewals()).toMatchObject([
      { state: 'active', subscriptionId: next.id, nextProductCode: 'premium_plus_1y' },
    ])
    expect(await reader.payments()).toHaveLength(2)
    server.clock.set(next.until.toString())
    await server.chargeDue()
    expect(await renewed(reader)).toEqual([11_990])
  })

  test('race: a code and a renewal turned on at once never give the same days', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const reader = await server.subscribe({ endsAt: server.clock.now().add({ hours: 24 * 20 }) })
      await reader.switchRecurrence(reader.subscriptionId, off)
      const { code } = await makeCoupon(server.deps, { productCode: 'gift_premium_1y' })
      await Promise.all([
        reader.browser.post(`${reader.own}/coupon-activations`, { json: { code } }),
        reader.switchRecurrence(reader.subscriptionId, on),
      ])
      server.clock.set(reader.endsAt.toString())
      await server.chargeDue()
      const [, ...later] = await reader.periods()
      expect(later).toHaveLength(1)
    }
  })
})

describe('R4.09 turning renewal on late', () => {
  test('in the last two days of the period the payment is taken at once, and told so', async () => {
    const reader = await server.subscribe({ endsAt: server.clock.now().add({ hours: 24 * 20 }) })
    await reader.switchRecurrence(reader.subscriptionId, off)
    server.clock.set(reader.endsAt.subtract({ hours: 5 }).toString())
    const isNow = (at = '') => server.clock.now().since(Temporal.Instant.from(at)).total('minutes') < 5
    expect(isNow((await reader.list())[0]?.recurrence.if_turned_on?.at)).toBe(true)
    const { recurrence } = (await reader.switchRecurrence(reader.subscriptionId, on)).json<Subscription>()
    expect(recurrence.state).toBe('on')
    expect(isNow(recurrence.next_payment?.at)).toBe(true)
    const mail = await server.mailbox.waitFor(reader.email, each => each.subject.includes('je zapnuté'))
    expect(mail.text).toContain('Pred touto platbou sa už obnovovanie vypnúť nedá')
    expect(keyOf(await reader.switchRecurrence(reader.subscriptionId, off))).toBe('recurrence_too_late')
    await server.chargeDue()
    const [former, present] = await reader.periods()
    expect(present?.startsAt).toEqual(former?.endsAt)
  })

  test('what has ended is told to have ended, and offers nothing to turn on', async () => {
    const reader = await server.subscribe({ endsAt: server.clock.now().add({ hours: 24 * 20 }) })
    await reader.switchRecurrence(reader.subscriptionId, off)
    server.clock.set(reader.endsAt.toString())
    expect((await reader.list())[0]?.recurrence.if_turned_on).toBeNull()
    const answer = await reader.switchRecurrence(reader.subscriptionId, on)
    expect([answer.statusCode, keyOf(answer)]).toEqual([422, 'recurrence_ended'])
    expect(answer.body).toContain('sa už skončilo')
    await server.chargeDue()
    expect(await reader.periods()).toHaveLength(1)
  })
})

test('in the last two days, when the next period is paid for, the renewal is told with the running one', async () => {
  const reader = await server.subscribe({ endsAt: server.clock.now().add({ hours: 24 * 20 }) })
  server.clock.set(reader.endsAt.subtract({ hours: 20 }).toString())
  await server.chargeDue()
  const [running, next] = await reader.list()
  expect([running?.state, next?.state]).toEqual(['active', 'future'])
  expect(running?.recurrence).toEqual(next?.recurrence)
  expect(running?.recurrence).toMatchObject({ state: 'on', subscription_id: next?.id })
  const answer = await reader.switchRecurrence(reader.subscriptionId, off)
  expect(answer.json<Subscription>().recurrence).toMatchObject({ state: 'off', reason: 'stopped_by_reader' })
})
