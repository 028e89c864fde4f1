import { describe, expect, test } from 'vitest'
import { placeOrder, premiumByCard, refusalOf } from '#server/testing/journeys/place-order.ts'
import { createMoneyApp, eventually } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { testOrigin } from '#server/testing/setup/test-app.ts'
import { expireOrders } from './index.ts'

const server = openForFile(createMoneyApp)

describe('by card', () => {
  test('the price that is shown is charged on the gateway’s page, and opens a subscription that renews', async () => {
    const reader = await server.signIn()
    const created = await placeOrder(reader, premiumByCard)
    expect(created).toMatchObject({
      state: 'waiting',
      price: { amount: 8990, currency: 'EUR' },
      redirect_url: expect.stringContaining(server.gateway.url),
      subscription_id: null,
    })
    const back = await server.gateway.payOnPage(created.redirect_url ?? '')
    expect(back).toBe(`${testOrigin}/predplatne?order=${created.id}&payment=done`)
    await eventually(async () => (await reader.readOrder(created.id)).state).toBe('paid')
    const paid = await reader.readOrder(created.id)
    expect(paid.decline).toBeNull()
    expect(paid).not.toHaveProperty('redirect_url')
    const [subscription] = await reader.list()
    expect(subscription).toMatchObject({
      id: paid.subscription_id,
      state: 'active',
      price: { amount: 8990 },
      recurrence: { state: 'on', next_payment: { price: { amount: 8990 } } },
      payment: { method: 'card', state: 'paid', card: { brand: 'Visa', last4: '4242' } },
    })
    const period = (await reader.periods())[0]
    expect(period?.endsAt).toEqual(
      period?.startsAt.toZonedDateTimeISO('Europe/Bratislava').add({ years: 1 }).toInstant(),
    )
    const mail = await server.mailbox.waitFor(reader.email)
    expect(mail.subject).toBe('Predplatné Prémium máte zaplatené')
    expect(mail.text).toContain('89,90\u00a0€')
  })

  test('R17.01 a card that is declined leaves the order waiting and says why; another card pays it', async () => {
    const reader = await server.signIn()
    const created = await placeOrder(reader, premiumByCard)
    expect(created.decline).toBeNull()
    const page = created.redirect_url ?? ''
    for (const [card, decline] of [
      ['insufficient_funds', 'insufficient_funds'],
      ['expired', 'expired_card'],
    ] as const) {
      await server.gateway.payOnPage(page, card)
      // The gateway is asked at most once in three seconds, by a job too.
      await eventually(() => {
        server.clock.advance('PT3S')
        return reader.readOrder(created.id)
      }).toMatchObject({ state: 'waiting', decline })
    }
    await server.gateway.payOnPage(created.redirect_url ?? '', 'confirmed_once')
    await server.gateway.confirmOnPage(created.redirect_url ?? '', 'confirm')
    await eventually(async () => (await reader.readOrder(created.id)).state).toBe('paid')
    expect((await reader.readOrder(created.id)).decline).toBeNull()
  })

  test('a reader who leaves after a declined card is told why, and an equal order begins anew', async () => {
    const reader = await server.signIn()
    const created = await placeOrder(reader, premiumByCard)
    await server.gateway.payOnPage(created.redirect_url ?? '', 'declined')
    await server.gateway.leavePage(created.redirect_url ?? '')
    await eventually(() => reader.readOrder(created.id)).toMatchObject({
      state: 'failed',
      decline: 'card_declined',
    })
    expect((await placeOrder(reader, premiumByCard)).id).not.toBe(created.id)
    expect(await reader.periods()).toEqual([])
  })

  test('left alone it expires after an hour, and nothing can be paid on its page any more', async () => {
    const reader = await server.signIn()
    const created = await placeOrder(reader, premiumByCard)
    server.clock.advance('PT59M')
    await expireOrders(server.money)
    expect((await reader.readOrder(created.id)).state).toBe('waiting')
    server.clock.advance('PT1M')
    await expireOrders(server.money)
    expect((await reader.readOrder(created.id)).state).toBe('expired')
    await server.gateway.payOnPage(created.redirect_url ?? '')
    expect((await reader.payments()).map(each => each.state)).toEqual(['failed'])
    expect(await reader.periods()).toEqual([])
  })

  test('race: a payment in the last moment, with its webhook lost, gives what was paid for instead of an expired order', async () => {
    const reader = await server.signIn()
    const created = await placeOrder(reader, premiumByCard)
    await server.gateway.setFaults({ webhooks: 'off' })
    await server.gateway.payOnPage(created.redirect_url ?? '')
    await server.gateway.setFaults({ webhooks: 'prompt' })
    server.clock.advance('PT2H')
    await expireOrders(server.money)
    expect((await reader.readOrder(created.id)).state).toBe('paid')
  })

  test('while the gateway is down nothing is lost: a retry later gets its page', async () => {
    const reader = await server.signIn()
    await server.gateway.setFaults({ down: 'refusing' })
    expect(await refusalOf(reader, premiumByCard, 'once')).toMatchObject({
      status: 503,
      key: 'payment_gateway_unavailable',
    })
    await server.gateway.setFaults({ down: 'no' })
    const created = await placeOrder(reader, premiumByCard, 'once')
    expect(created.redirect_url).toBeDefined()
    expect(await reader.payments()).toHaveLength(1)
  })
})
