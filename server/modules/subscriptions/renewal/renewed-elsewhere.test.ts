import { beforeEach, describe, expect, test } from 'vitest'
import type { PurchasePlan } from '#contract/orders/purchase-plan.ts'
import { formatDay } from '#server/platform/texts/format.ts'
import { buy, payTransfer, placeOrder, premiumByTransfer } from '#server/testing/journeys/place-order.ts'
import { renewalsOf } from '#server/testing/journeys/renewals.ts'
import { makePayment, makePeriod } from '#server/testing/make/purchase.ts'
import { createMoneyApp, type MoneyReader } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { currentAccess } from '../current-access.ts'

const server = openForFile(createMoneyApp)
beforeEach(() => server.stopAllRenewals())

const priceCents = 999
const days = (count: number) => ({ hours: 24 * count })

/** A reader for whom a phone company or Google charges Premium. */
async function renewedBy(method: 'sms' | 'google') {
  const reader = await server.signIn()
  const startsAt = server.clock.now().subtract(days(10))
  const endsAt = startsAt.add(days(30))
  const period = { userId: reader.id, productCode: 'premium_1y' }
  const paymentId = await makePayment(server.deps, { ...period, at: startsAt, method })
  const renewal = { cardId: null, chargeAt: endsAt, nextProductCode: 'premium_1y', priceCents }
  const subscriptionId = await makePeriod(server.deps, {
    ...period,
    startsAt,
    endsAt,
    paymentId,
    renewals: [{ state: 'active', ...renewal }],
  })
  return { ...reader, subscriptionId, endsAt, renewal }
}

const buyBy = {
  card: (reader: MoneyReader) => buy(server, reader),
  bank_transfer: async (reader: MoneyReader) =>
    payTransfer(server, await placeOrder(reader, premiumByTransfer)),
}
const confirmationTo = async ({ email }: MoneyReader) =>
  (await server.mailbox.waitFor(email, ({ subject }) => subject.includes('zaplatené'))).text
/** The subscription that others renew, and the year that was bought behind it. */
async function listOf(reader: Awaited<ReturnType<typeof renewedBy>>) {
  const all = await reader.list()
  const bought = all.find(each => each.id !== reader.subscriptionId)
  const own = all.find(each => each.id === reader.subscriptionId)
  if (!own || !bought) throw new Error('There are not two subscriptions')
  return { own, bought, endsAt: Temporal.Instant.from(bought.period.to) }
}

describe.each(['sms', 'google'] as const)('what %s renews', method => {
  test.each(['card', 'bank_transfer'] as const)(
    'R11.01 goes on there, whatever is bought behind it by %s',
    async how => {
      const reader = await renewedBy(method)
      const plan = await reader.get<PurchasePlan>('purchase-plans/premium_1y')
      await buyBy[how](reader)
      const { own, bought, endsAt } = await listOf(reader)
      expect(own.recurrence).toMatchObject({
        state: 'on',
        subscription_id: own.id,
        acts: ['turn_off'],
        next_payment: { at: reader.endsAt.toString() },
      })
      expect(bought).toMatchObject({ period: { from: reader.endsAt.toString() } })
      // The page of the order names the plan as it is made.
      expect(plan).toMatchObject({ begins: 'after', next_payment: { bank_transfer: null } })
      const nextAt = how === 'card' ? plan.next_payment.card?.at : undefined
      expect(bought.recurrence).toMatchObject({
        state: how === 'card' ? 'on' : 'unavailable',
        next_payment: how === 'card' ? { at: nextAt, price: { amount: 8990 } } : null,
      })
      const [elsewhere] = (await reader.renewals()).filter(each => each.cardId === null)
      expect(elsewhere).toMatchObject({ ...reader.renewal, subscriptionId: own.id, state: 'active' })
      server.clock.set(endsAt.toString())
      await server.chargeDue()
      expect((await renewalsOf(reader)).map(each => each.amountCents)).toEqual(how === 'card' ? [8990] : [])
    },
  )

  test.each(['card', 'bank_transfer'] as const)(
    'R11.08 is not told as the next payment of what is bought by %s',
    async how => {
      const reader = await renewedBy(method)
      await buyBy[how](reader)
      const text = await confirmationTo(reader)
      expect(text).not.toContain('9,99')
      const at = (await listOf(reader)).bought.recurrence.next_payment?.at
      if (at === undefined) expect(text).not.toContain('stiahneme')
      else expect(text).toContain(formatDay('sk', Temporal.Instant.from(at)))
    },
  )
})

test('R6.05 a renewal by SMS still depends on the phone number once a year is bought behind it', async () => {
  const reader = await renewedBy('sms')
  await buy(server, reader)
  expect(await currentAccess(server.deps, reader.id)).toMatchObject({ hasRecurringSms: true })
})

test('R11.01 turning off what a phone company renews leaves the renewal of the year behind it on', async () => {
  const reader = await renewedBy('sms')
  await buy(server, reader)
  const { own, bought } = await listOf(reader)
  expect((await reader.switchRecurrence(own.id, { enabled: false })).statusCode).toBe(200)
  const states = (await reader.renewals()).map(each => [each.subscriptionId, each.state])
  expect(states).toEqual(
    expect.arrayContaining([
      [own.id, 'user_stop'],
      [bought.id, 'active'],
    ]),
  )
})
