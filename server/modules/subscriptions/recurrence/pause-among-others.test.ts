import { beforeEach, describe, expect, test } from 'vitest'
import { keyOf } from '#server/testing/inspect/error-key.ts'
import { pausesOn } from '#server/testing/journeys/pauses.ts'
import { buy } from '#server/testing/journeys/place-order.ts'
import { afterMonths, recurrenceOf } from '#server/testing/journeys/renewals.ts'
import { makeCoupon } from '#server/testing/make/coupon.ts'
import { makeProduct } from '#server/testing/make/purchase.ts'
import { makeRefund } from '#server/testing/make/refund.ts'
import { createMoneyApp, type Subscribed } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { receiveTransfer } from '../../orders/index.ts'

const server = openForFile(createMoneyApp)
beforeEach(() => server.stopAllRenewals())

const { goTo, pause, resume, pausesOf, charged, expectNow } = pausesOn(server)
const turn = (reader: Subscribed, enabled: boolean) =>
  reader.switchRecurrence(reader.subscriptionId, { enabled })
const refund = async (reader: Subscribed) => makeRefund(server.money, (await reader.payments())[0]?.id ?? 0)

describe('R11.03 a pause among other things', () => {
  test('turned off ahead it is gone with the renewal; while it runs nothing is charged any more', async () => {
    const [ahead, running] = [await server.subscribe(), await server.subscribe()]
    await pause(ahead)
    await ahead.switchRecurrence(ahead.subscriptionId, { enabled: false })
    await ahead.switchRecurrence(ahead.subscriptionId, { enabled: true })
    const planned = ahead.endsAt.subtract({ hours: 48 }).toString()
    expect(await recurrenceOf(ahead)).toMatchObject({ paused_until: null, next_payment: { at: planned } })
    await ahead.switchRecurrence(ahead.subscriptionId, { enabled: false })
    await pause(running)
    goTo(afterMonths(running.endsAt, 1))
    expect((await running.switchRecurrence(running.subscriptionId, { enabled: false })).statusCode).toBe(200)
    goTo(afterMonths(running.endsAt, 4))
    await server.chargeDue()
    expect([await charged(ahead), await charged(running)]).toEqual([[], []])
  })

  test.each(['card', 'bank_transfer'])(
    'R11.01 what is bought meanwhile by %s begins at once, and the renewal follows it',
    async method => {
      const reader = await server.subscribe()
      await pause(reader, 2)
      goTo(afterMonths(reader.endsAt, 1))
      const answer = await reader.order({
        product: 'premium_1y',
        method,
        price: { amount: 8990, currency: 'EUR' },
      })
      const order = answer.json<{
        id: number
        redirect_url?: string
        transfer?: { variable_symbol: string }
      }>()
      if (order.redirect_url !== undefined) await server.gateway.payOnPage(order.redirect_url)
      else
        await receiveTransfer(server.money, {
          variableSymbol: order.transfer?.variable_symbol ?? '',
          amountCents: 8990,
        })
      await expect.poll(async () => (await reader.list())[0]?.state).toBe('active')
      const [bought] = await reader.list()
      expectNow(bought)
      expect(bought?.recurrence).toMatchObject({ state: 'on', paused_until: null })
      goTo(afterMonths(reader.endsAt, 3))
      await server.chargeDue()
      expect(await charged(reader)).toEqual([])
    },
  )

  test.each([
    ['a refund ahead of it', 0, (reader: Subscribed) => refund(reader)],
    ['a refund while it runs', 1, (reader: Subscribed) => refund(reader)],
    ['a request to delete the account', 1, (reader: Subscribed) => reader.requestAnonymization()],
    ['staff, who turn the renewal off', 1, (reader: Subscribed) => turn(reader, false)],
  ])('%s ends it: nothing is charged any more', async (_what, months, act) => {
    const reader = await server.subscribe()
    await pause(reader)
    if (months > 0) goTo(afterMonths(reader.endsAt, months))
    await act(reader)
    goTo(afterMonths(reader.endsAt, 4))
    await server.chargeDue()
    expect(await charged(reader)).toEqual([])
    expect((await pausesOf(reader)).items).toEqual([])
  })

  test('R11.07 who withdraws from the contract ahead of it gets the money back, and may pause the next one', async () => {
    const reader = await server.signIn()
    const pauseBought = async () => {
      const { subscription_id: id } = await buy(server, reader)
      return reader.pause(id ?? 0, 1)
    }
    expect((await pauseBought()).statusCode).toBe(200)
    const [payment] = await reader.payments()
    expect((await reader.withdraw(payment?.id ?? 0)).statusCode).toBeLessThan(300)
    expect((await pauseBought()).statusCode).toBe(200)
  })

  test('an account that stays after all: turned on again, it is paused until the same day', async () => {
    const reader = await server.subscribe()
    await pause(reader)
    await reader.requestAnonymization()
    expect((await reader.browser.delete(`${reader.own}/anonymization`)).statusCode).toBeLessThan(300)
    await turn(reader, true)
    const until = afterMonths(reader.endsAt, 2).toString()
    expect(await recurrenceOf(reader)).toMatchObject({ paused_until: until, next_payment: { at: until } })
  })

  test('a family is not paused; a code waits until the renewal is off, and begins at once then', async () => {
    await makeProduct(server.deps, { code: 'family', audience: 'family', seats: 4, renewsInto: 'family' })
    const family = await server.subscribe({ product: 'family' })
    expect(await pausesOf(family)).toMatchObject({ obstacle: 'pause_not_possible', items: [] })
    expect(keyOf(await pause(family))).toBe('pause_not_possible')
    const reader = await server.subscribe()
    await pause(reader)
    goTo(afterMonths(reader.endsAt, 1))
    const { code } = await makeCoupon(server.deps)
    expect(keyOf(await reader.activate(code))).toBe('coupon_user_active_recurrence')
    await turn(reader, false)
    expect((await reader.activate(code)).statusCode).toBeLessThan(300)
    expectNow((await reader.list()).find(each => each.state === 'active'))
  })

  test('a payment that fails at its end is tried again, and told as such', async () => {
    const reader = await server.subscribe({ card: 'declined_later' })
    await pause(reader, 1)
    goTo(afterMonths(reader.endsAt, 1))
    await server.chargeDue()
    expect(await recurrenceOf(reader)).toMatchObject({
      state: 'on',
      paused_until: null,
      next_payment: { failed_attempts: 1 },
    })
  })

  test.each([
    ['the charge', () => server.chargeDue()],
    [
      'turning it off',
      (reader: Subscribed) => reader.switchRecurrence(reader.subscriptionId, { enabled: false }),
    ],
    ['resuming', (reader: Subscribed) => resume(reader)],
  ])(
    'twenty at once, pausing against %s: one order of things holds, and one charge at most',
    async (_what, act) => {
      const reader = await server.subscribe()
      goTo(reader.endsAt.subtract({ hours: 96 }))
      await reader.list()
      // The last moment for a pause; the charge comes 48 hours later, so the clock is moved amid the calls.
      await Promise.all(
        Array.from({ length: 20 }, async (__, index) => {
          if (index === 10) goTo(reader.endsAt.subtract({ hours: 48 }))
          return index % 2 === 0 ? pause(reader, 1 + (index % 3)) : act(reader)
        }),
      )
      const recurrence = await recurrenceOf(reader)
      const plans = (await reader.renewals()).filter(each => each.state === 'active')
      expect(plans.length).toBeLessThanOrEqual(1)
      expect((await charged(reader)).length).toBeLessThanOrEqual(1)
      const paused = plans[0]?.pausedUntil ?? null
      if (paused) {
        expect(recurrence?.paused_until).toBe(paused.toString())
        expect(plans[0]?.chargeAt.toString()).toBe(paused.toString())
        // Charged before the pause, which then begins after what was charged; never once more.
        const before = await charged(reader)
        await server.chargeDue()
        expect(await charged(reader)).toEqual(before)
      }
    },
  )
})
