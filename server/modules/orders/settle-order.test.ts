import { describe, expect, test } from 'vitest'
import type { PurchasePlan } from '#contract/orders/purchase-plan.ts'
import { placeOrder, premiumByCard, refusalOf } from '#server/testing/journeys/place-order.ts'
import { createMoneyApp, eventually } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(createMoneyApp)

describe('when it begins', () => {
  test('a second year of the same begins where the first one ends, and one renewal is left, for the end of both', async () => {
    const reader = await server.subscribe()
    const created = await placeOrder(reader, premiumByCard)
    await server.gateway.payOnPage(created.redirect_url ?? '')
    await eventually(async () => (await reader.periods()).length).toBe(2)
    const [first, second] = await reader.periods()
    expect(second?.startsAt).toEqual(first?.endsAt)
    const renewals = await reader.renewals()
    expect(renewals).toMatchObject([{ subscriptionId: second?.id, state: 'active' }])
    expect(renewals[0]?.chargeAt).toEqual(second?.endsAt.subtract({ hours: 48 }))
  })

  test('a product that neither covers what the reader has nor is covered by it begins at once, beside it', async () => {
    const reader = await server.subscribe({
      product: 'advert_4w',
      endsAt: server.clock.now().add({ hours: 240 }),
    })
    const created = await placeOrder(reader, premiumByCard)
    expect(created.plan).toMatchObject({ begins: 'beside', present: [{ id: reader.subscriptionId }] })
    await server.gateway.payOnPage(created.redirect_url ?? '')
    await eventually(async () => (await reader.list()).length).toBe(2)
    expect((await reader.list()).map(each => each.state)).toEqual(['active', 'active'])
  })

  test('race: two orders that are paid at the same moment follow each other', async () => {
    const reader = await server.signIn()
    const both = await Promise.all([
      placeOrder(reader, premiumByCard, 'a'),
      placeOrder(reader, premiumByCard, 'b'),
    ])
    await Promise.all(both.map(each => server.gateway.payOnPage(each.redirect_url ?? '')))
    await Promise.all(both.map(each => reader.readOrder(each.id)))
    await eventually(async () => (await reader.periods()).length).toBe(2)
    const [first, second] = await reader.periods()
    expect(second?.startsAt).toEqual(first?.endsAt)
    expect(await reader.renewals()).toMatchObject([{ subscriptionId: second?.id, state: 'active' }])
  })
})

describe('R9.02 a gift', () => {
  const gift = { product: 'gift_premium_1y', method: 'card' }
  const inDays = (days: number) =>
    server.clock.now().toZonedDateTimeISO('Europe/Bratislava').toPlainDate().add({ days }).toString()

  test('is paid for an e-mail and a day, opens nothing for the giver, and says till when it is good', async () => {
    const reader = await server.signIn()
    const created = await placeOrder(reader, {
      ...gift,
      gift: { email: 'Ondrej@Example.com', date: inDays(10) },
    })
    expect(created.gift).toEqual({
      email: 'ondrej@example.com',
      date: inDays(10),
      name: null,
      message: null,
    })
    await server.gateway.payOnPage(created.redirect_url ?? '')
    await eventually(async () => (await reader.readOrder(created.id)).state).toBe('paid')
    expect(await reader.periods()).toEqual([])
    expect((await server.mailbox.waitFor(reader.email)).text).toMatch(/ondrej@example\.com[^]*93\u00a0dní/)
  })

  test.each([
    [{}, 'required', 'gift'],
    [{ gift: { email: 'ondrej', date: '2030-01-01' } }, 'invalid_email', 'gift.email'],
    [{ gift: { email: 'ondrej@example.com', date: '2020-01-01' } }, 'gift_date_invalid', 'gift.date'],
    [{ gift: { email: 'ondrej@example.com', date: '2099-01-01' } }, 'gift_date_invalid', 'gift.date'],
  ])('with %j is refused by %s', async (given, key, field) => {
    const reader = await server.signIn()
    expect(await refusalOf(reader, { ...gift, ...given })).toMatchObject({ status: 422, key, field })
  })

  test('is not sold at another price than its giver was shown', async () => {
    const reader = await server.signIn()
    const given = { ...gift, gift: { email: 'ondrej@example.com', date: inDays(1) } }
    const priced = (amount: number) => ({ ...given, price: { amount, currency: 'EUR' } })
    const plan = await reader.browser.get(`${reader.own}/purchase-plans/${gift.product}`)
    const { amount } = plan.json<PurchasePlan>().price
    expect(await refusalOf(reader, priced(amount - 100))).toMatchObject({ status: 422, key: 'offer_changed' })
    expect((await placeOrder(reader, priced(amount))).price).toMatchObject({ amount })
  })

  test('is refused for a product that is not sold as a gift', async () => {
    const reader = await server.signIn()
    const given = { ...premiumByCard, gift: { email: 'ondrej@example.com', date: inDays(1) } }
    expect(await refusalOf(reader, given)).toMatchObject({ status: 422, key: 'gift_not_possible' })
  })
})
