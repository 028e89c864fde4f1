import { describe, expect, test } from 'vitest'
import type { PurchasePlan } from '#contract/orders/purchase-plan.ts'
import { endOfWithdrawal } from '#server/modules/subscriptions/index.ts'
import { agreedTerms } from '#server/testing/journeys/agreed-terms.ts'
import {
  payOrder,
  payTransfer,
  placeOrder,
  premiumByCard,
  premiumByTransfer,
} from '#server/testing/journeys/place-order.ts'
import { createMoneyApp, type MoneyReader } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(createMoneyApp)

const subscribedFor = (days: number) =>
  server.subscribe({ endsAt: server.clock.now().add({ hours: 24 * days }) })

/** Orders what the reader has already, as the page does where nobody asks to begin at once. */
const orderNext = async (reader: MoneyReader, order: object) => {
  const agreed = { ...(await agreedTerms(reader.browser, order)), begin_at_once: false }
  return placeOrder(reader, { ...order, agreed })
}

const paidMail = ({ email }: MoneyReader) =>
  server.mailbox.waitFor(email, ({ subject }) => subject.includes('zaplatené'))

const follows = 'Začne sa, až keď sa skončí to, čo už máte zaplatené: Prémium.'
const waits = 'Začne sa po 14\u00a0dňoch na odstúpenie.'

describe('R11.08 bought ahead, without a request that nobody asked for', () => {
  test('R11.01 by a transfer whose money comes late, it follows what runs, as was told: reading does not stop', async () => {
    const reader = await subscribedFor(20)
    const plan = await reader.browser.get(`${reader.own}/purchase-plans/premium_1y`)
    expect(plan.json<PurchasePlan>()).toMatchObject({ begins: 'after', later: null })
    const order = await orderNext(reader, premiumByTransfer)
    expect(order.plan).toMatchObject({ begins: 'after', after_withdrawal: false })
    server.clock.advance('P10D')
    expect(await payTransfer(server, order)).toBe('paid')
    const [first, second] = await reader.periods()
    expect(second?.startsAt).toEqual(first?.endsAt)
    const { text } = await paidMail(reader)
    expect(text).toContain(follows)
    expect(text).not.toContain(waits)
  })

  test('by card it is not said to wait for the time of withdrawal', async () => {
    const reader = await subscribedFor(365)
    const paid = await payOrder(server, reader, await orderNext(reader, premiumByCard))
    expect(paid.plan).toMatchObject({ begins: 'after', after_withdrawal: false })
  })

  test('what ends before that time is not followed: page and mail say that it waits', async () => {
    const reader = await subscribedFor(5)
    const paid = await payOrder(server, reader, await orderNext(reader, premiumByCard))
    expect(paid.plan).toMatchObject({ begins: 'after', after_withdrawal: true })
    expect((await reader.periods())[1]?.startsAt).toEqual(endOfWithdrawal(server.clock.now()))
    const { text } = await paidMail(reader)
    expect(text).toContain(waits)
    expect(text).not.toContain(follows)
  })
})

test('R11.08 a waiting transfer says that it waits only where it does', async () => {
  for (const [days, isWaiting] of [
    [365, false],
    [5, true],
  ] as const) {
    const order = await orderNext(await subscribedFor(days), premiumByTransfer)
    expect(order).toMatchObject({ state: 'waiting', plan: { after_withdrawal: isWaiting } })
  }
})

test('R11.08 what comes after its former period has ended begins when it is paid, and its mail says no other day', async () => {
  const reader = await subscribedFor(20)
  await server.stopAllRenewals()
  const order = await orderNext(reader, premiumByTransfer)
  server.clock.advance('P21D')
  expect(await payTransfer(server, order)).toBe('paid')
  expect((await reader.list())[0]).toMatchObject({ state: 'active' })
  expect((await paidMail(reader)).text).not.toContain(waits)
})
