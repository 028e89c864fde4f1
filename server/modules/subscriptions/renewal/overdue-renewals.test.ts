import { beforeEach, describe, expect, test } from 'vitest'
import type { PaymentConfirmation } from '#contract/recurrence/confirm-payment.ts'
import { keyOf } from '#server/testing/inspect/error-key.ts'
import { findDaysTwice } from '#server/testing/inspect/no-day-twice.ts'
import { startCardChange } from '#server/testing/journeys/card-change.ts'
import { yearsOfPremium } from '#server/testing/journeys/have-a-year.ts'
import { buy, payTransfer, placeOrder, premiumByTransfer } from '#server/testing/journeys/place-order.ts'
import { recurrenceOf, renewalsOf } from '#server/testing/journeys/renewals.ts'
import { createMoneyApp, eventually, type Subscribed } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { holdRenewals, releaseRenewals, settleStoppedRenewals } from '../index.ts'

const server = openForFile(createMoneyApp)
beforeEach(() => server.stopAllRenewals())

const goTo = (instant: Temporal.Instant) => server.clock.set(instant.toString())
/** Signed in anew, since the clock is moved far. */
const goPast = async (reader: Subscribed, hours: number) => {
  goTo(reader.endsAt.add({ hours }))
  await reader.browser.signIn(reader.email)
}
const charged = async (reader: Subscribed) => (await renewalsOf(reader, 'paid')).length
const running = async (reader: Subscribed) =>
  (await reader.renewals()).filter(each => each.state === 'active')
const expectNoDayTwice = async (reader: Subscribed) =>
  expect(await findDaysTwice(server, await reader.periods(), 1)).toEqual([])

describe('R11.01 R11.10 a renewal that is overdue', () => {
  test.each(Object.entries(yearsOfPremium))(
    'moves behind a year %s after the end, or gives way: nothing is charged, and one renewal goes on',
    async (_how, have) => {
      const reader = await server.subscribe()
      await server.deps.db.transaction(tx => holdRenewals(tx, server.deps))
      await goPast(reader, 48)
      await have(server, reader)
      await server.deps.db.transaction(tx => releaseRenewals(tx, server.deps))
      server.clock.advance('P2D')
      await server.chargeDue()
      expect(await charged(reader)).toBe(0)
      await expectNoDayTwice(reader)
      const [, year] = await reader.periods()
      expect(await running(reader)).toMatchObject([
        { subscriptionId: year?.id, chargeAt: year?.endsAt.subtract({ hours: 48 }) },
      ])
      goTo(year?.endsAt ?? reader.endsAt)
      await server.chargeDue()
      expect(await charged(reader)).toBe(1)
      await expectNoDayTwice(reader)
    },
  )

  test('whose charge is found paid after something was bought opens the days behind that', async () => {
    const reader = await server.subscribe()
    goTo(reader.endsAt.subtract({ hours: 48 }))
    await server.gateway.setFaults({ lose_answers: true, webhooks: 'off' })
    await server.chargeDue()
    await server.gateway.setFaults({ lose_answers: false, webhooks: 'prompt' })
    await goPast(reader, 48)
    await buy(server, reader)
    server.clock.advance('P2D')
    await server.chargeDue()
    await settleStoppedRenewals(server.money)
    expect(await charged(reader)).toBe(1)
    const [, bought, behind] = await reader.periods()
    expect(behind?.startsAt).toEqual(bought?.endsAt)
    await expectNoDayTwice(reader)
  })
})

describe('R11.12 R11.01 a payment that the bank wants confirmed, while its days are paid for', () => {
  const path = (reader: Subscribed) => `subscriptions/${reader.subscriptionId}/payment-confirmation`
  const stateOf = async (reader: Subscribed) => (await reader.get<PaymentConfirmation>(path(reader))).state
  const confirm = (reader: Subscribed) => reader.browser.post(`${reader.own}/${path(reader)}`)
  const pageOf = async (reader: Subscribed) =>
    (await confirm(reader)).json<{ redirect_url: string }>().redirect_url
  const refused = async () => {
    const reader = await server.subscribe({ card: 'confirmed_always' })
    goTo(reader.endsAt.subtract({ hours: 48 }))
    await server.chargeDue()
    expect((await recurrenceOf(reader))?.acts).toEqual(['confirm_payment'])
    return reader
  }

  test.each(
    Object.entries(yearsOfPremium).flatMap(([how, have]) => [
      [how, 'after the end', 120, have] as const,
      [how, 'before it', -24, have] as const,
    ]),
  )('by a year %s %s, is not asked for any more', async (_how, _when, hours, have) => {
    const reader = await refused()
    await goPast(reader, hours)
    await have(server, reader)
    await goPast(reader, 144)
    expect(await stateOf(reader)).toBe('none')
    expect(await recurrenceOf(reader)).toMatchObject({ acts: [], reason: 'stopped_after_failures' })
    expect(keyOf(await confirm(reader))).toBe('payment_not_to_confirm')
    expect(await renewalsOf(reader, 'paid')).toEqual([])
  })

  test('on a page that was open before: it opens the days behind', async () => {
    const reader = await refused()
    await goPast(reader, 120)
    const page = await pageOf(reader)
    await buy(server, reader)
    expect(keyOf(await confirm(reader))).toBe('payment_not_to_confirm')
    await server.gateway.payOnPage(page, 'confirmed_always')
    await server.gateway.confirmOnPage(page, 'confirm')
    await eventually(() => stateOf(reader)).toBe('paid')
    const [, bought, behind] = await reader.periods()
    expect(behind?.startsAt).toEqual(bought?.endsAt)
    await expectNoDayTwice(reader)
  })
})

describe('R1.03 R11.01 another card for a renewal that has failed', () => {
  const failed = async () => {
    const reader = await server.subscribe({ card: 'declined_later' })
    for (let attempt = 0; attempt < 5; attempt++) {
      goTo((await reader.renewals()).at(-1)?.chargeAt ?? server.clock.now())
      await server.chargeDue()
    }
    await goPast(reader, 120)
    return reader
  }

  test('is not charged for days bought by transfer: with it the renewal goes on behind them', async () => {
    const reader = await failed()
    await payTransfer(server, await placeOrder(reader, premiumByTransfer))
    const change = await startCardChange(reader)
    await server.gateway.payOnPage(change.redirect_url ?? '')
    await eventually(async () => (await reader.readChange(change.id)).state).toBe('refunded')
    expect((await reader.readChange(change.id)).overdue_renewal).toBeNull()
    await server.chargeDue()
    expect(await charged(reader)).toBe(0)
    const [, bought] = await reader.periods()
    const [renewal] = await running(reader)
    expect(renewal).toMatchObject({ subscriptionId: bought?.id, failedAttempts: 0 })
    expect(renewal?.cardId).not.toBe(reader.cardId)
  })

  test('is not taken once another renewal prolongs what was bought, nor charged when it was given before', async () => {
    const reader = await failed()
    const change = await startCardChange(reader)
    await buy(server, reader)
    await server.gateway.payOnPage(change.redirect_url ?? '')
    await eventually(async () => (await reader.readChange(change.id)).state).toBe('refunded')
    expect((await reader.readChange(change.id)).overdue_renewal).toBeNull()
    await server.chargeDue()
    expect(await charged(reader)).toBe(0)
    await expectNoDayTwice(reader)
    expect(await running(reader)).toHaveLength(1)
    expect(keyOf(await reader.changeCard(reader.subscriptionId))).toBe('recurrence_not_recurrent')
  })
})
