import { decode } from 'bysquare/pay'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { users } from '#server/modules/identity/tables.ts'
import { products } from '#server/modules/subscriptions/tables.ts'
import { createMoneyApp, eventually, type MoneyApp, type MoneyReader } from '#server/testing/money-app.ts'
import { testOrigin } from '#server/testing/test-app.ts'
import { expireOrders, receiveTransfer } from './index.ts'

let server: MoneyApp
beforeAll(async () => {
  server = await createMoneyApp()
})
afterAll(() => server.close())

const premium = { product: 'premium_1y', method: 'card' }
const transfer = { product: 'premium_1y', method: 'bank_transfer' }

async function order(reader: MoneyReader, json: object, key?: string): Promise<Order> {
  const answer = await reader.order(json, key)
  expect(answer.statusCode).toBe(201)
  return answer.json<Order>()
}
const refusal = async (reader: MoneyReader, json: object, key?: string) => {
  const answer = await reader.order(json, key)
  const { errors } = answer.json<{ errors: { key: string; field?: string }[] }>()
  return { status: answer.statusCode, ...errors.map(({ key, field }) => ({ key, field }))[0] }
}

describe('by card', () => {
  test('the price that is shown is charged on the gateway’s page, and opens a subscription that renews', async () => {
    const reader = await server.signIn()
    const created = await order(reader, premium)
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

  test('a message of the gateway is enough, the reader need not come back', async () => {
    const reader = await server.signIn()
    const created = await order(reader, premium)
    await server.gateway.payOnPage(created.redirect_url ?? '')
    await eventually(async () => (await reader.list()).length).toBe(1)
  })

  test('ten messages in any order, with the reader coming back twenty times, open one subscription', async () => {
    const reader = await server.signIn()
    const created = await order(reader, premium)
    await server.gateway.payOnPage(created.redirect_url ?? '', 'declined')
    await server.gateway.payOnPage(created.redirect_url ?? '')
    const visits = Array.from({ length: 20 }, () => reader.readOrder(created.id))
    const [replayed] = await Promise.all([server.gateway.replay(10), ...visits])
    expect(replayed.taken).toBe(replayed.sent)
    expect(replayed.sent).toBeGreaterThanOrEqual(20)
    await eventually(async () => (await reader.readOrder(created.id)).state).toBe('paid')
    await server.gateway.replay(2)
    await server.mailbox.waitFor(reader.email)
    expect(await reader.periods()).toHaveLength(1)
    expect(await reader.renewals()).toHaveLength(1)
    expect(server.mailbox.mails.filter(mail => mail.to === reader.email)).toHaveLength(1)
  })

  test('a card that is declined leaves the order waiting, and another card pays it', async () => {
    const reader = await server.signIn()
    const created = await order(reader, premium)
    await server.gateway.payOnPage(created.redirect_url ?? '', 'insufficient_funds')
    expect(await reader.readOrder(created.id)).toMatchObject({ state: 'waiting' })
    await server.gateway.payOnPage(created.redirect_url ?? '', 'confirmed_once')
    await server.gateway.confirmOnPage(created.redirect_url ?? '', 'confirm')
    await eventually(async () => (await reader.readOrder(created.id)).state).toBe('paid')
  })

  test('whoever leaves after a declined card is told why, and an equal order begins anew', async () => {
    const reader = await server.signIn()
    const created = await order(reader, premium)
    await server.gateway.payOnPage(created.redirect_url ?? '', 'declined')
    await server.gateway.leavePage(created.redirect_url ?? '')
    await eventually(() => reader.readOrder(created.id)).toMatchObject({
      state: 'failed',
      decline: 'card_declined',
    })
    expect((await order(reader, premium)).id).not.toBe(created.id)
    expect(await reader.periods()).toEqual([])
  })

  test('left alone it expires after an hour, and nothing can be paid on its page any more', async () => {
    const reader = await server.signIn()
    const created = await order(reader, premium)
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

  test('who pays in the last moment, unheard by us, gets what was paid for instead of an expired order', async () => {
    const reader = await server.signIn()
    const created = await order(reader, premium)
    await server.gateway.setFaults({ webhooks: 'off' })
    await server.gateway.payOnPage(created.redirect_url ?? '')
    await server.gateway.setFaults({ webhooks: 'prompt' })
    server.clock.advance('PT2H')
    await expireOrders(server.money)
    expect((await reader.readOrder(created.id)).state).toBe('paid')
  })

  test('while the gateway is down nothing is lost: the same request later gets its page', async () => {
    const reader = await server.signIn()
    await server.gateway.setFaults({ down: 'refusing' })
    expect(await refusal(reader, premium, 'once')).toMatchObject({
      status: 503,
      key: 'payment_gateway_unavailable',
    })
    await server.gateway.setFaults({ down: 'no' })
    const created = await order(reader, premium, 'once')
    expect(created.redirect_url).toBeDefined()
    expect(await reader.payments()).toHaveLength(1)
  })
})

describe('the same request', () => {
  test('twenty at once with one key are one order with one page', async () => {
    const reader = await server.signIn()
    const answers = await Promise.all(Array.from({ length: 20 }, () => reader.order(premium, 'a key')))
    expect(new Set(answers.map(answer => answer.statusCode))).toEqual(new Set([201]))
    expect(new Set(answers.map(answer => answer.body)).size).toBe(1)
    expect(await reader.payments()).toHaveLength(1)
  })

  test('twenty equal ones at once without a key are one as well, as long as it waits', async () => {
    const reader = await server.signIn()
    const answers = await Promise.all(Array.from({ length: 20 }, () => reader.order(premium)))
    expect(new Set(answers.map(answer => answer.json<Order>().id)).size).toBe(1)
    const [{ id, redirect_url: page = '' } = { id: 0 }] = answers.map(answer => answer.json<Order>())
    await server.gateway.payOnPage(page)
    await eventually(async () => (await reader.readOrder(id)).state).toBe('paid')
    expect((await order(reader, premium)).id).not.toBe(id)
  })

  test('a key with another body is refused, and other keys are other orders', async () => {
    const reader = await server.signIn()
    const first = await order(reader, premium, 'one')
    expect(await refusal(reader, transfer, 'one')).toMatchObject({
      status: 422,
      key: 'idempotency_key_reused',
    })
    expect((await order(reader, premium, 'two')).id).not.toBe(first.id)
    const stranger = await server.signIn()
    expect((await order(stranger, premium, 'one')).id).not.toBe(first.id)
  })
})

describe('R1.24 by bank transfer', () => {
  test('it says the account, the symbol, the price, and a code that a bank’s app reads', async () => {
    const reader = await server.signIn()
    const created = await order(reader, transfer)
    expect(created).not.toHaveProperty('redirect_url')
    const asked = created.transfer
    expect(asked).toMatchObject({
      iban: 'SK3112000000198742637541',
      variable_symbol: expect.stringMatching(/^\d{10}$/),
      price: { amount: 8990, currency: 'EUR' },
      qr_svg: expect.stringMatching(/^<svg /),
    })
    expect(decode(asked?.qr ?? '').payments).toMatchObject([
      {
        amount: 89.9,
        currencyCode: 'EUR',
        variableSymbol: asked?.variable_symbol,
        bankAccounts: [{ iban: 'SK3112000000198742637541' }],
      },
    ])
    const mail = await server.mailbox.waitFor(reader.email)
    expect(mail.text).toContain(asked?.variable_symbol)
    expect(mail.text).toContain('SK31\u00a01200\u00a00000\u00a01987\u00a04263\u00a07541')
    expect(await reader.periods()).toEqual([])
  })

  test('the money’s arrival opens the subscription, once, and without a renewal', async () => {
    const reader = await server.signIn()
    const { transfer: asked, id } = await order(reader, transfer)
    const arrival = { variableSymbol: asked?.variable_symbol ?? '', amountCents: 8990 }
    expect(await receiveTransfer(server.money, { ...arrival, amountCents: 8989 })).toBe('wrong_amount')
    expect(await receiveTransfer(server.money, { ...arrival, variableSymbol: '1' })).toBe('unknown_symbol')
    const results = await Promise.all([1, 2, 3, 4, 5].map(() => receiveTransfer(server.money, arrival)))
    expect(results.sort()).toEqual(['paid', 'paid_before', 'paid_before', 'paid_before', 'paid_before'])
    expect((await reader.readOrder(id)).state).toBe('paid')
    expect(await reader.list()).toMatchObject([
      { state: 'active', recurrence: { state: 'unavailable', reason: 'not_recurrent' } },
    ])
  })

  test('one that comes after the order has expired is honoured', async () => {
    const reader = await server.signIn()
    const { transfer: asked, id } = await order(reader, transfer)
    server.clock.advance('P14D')
    await expireOrders(server.money)
    expect((await reader.readOrder(id)).state).toBe('expired')
    await receiveTransfer(server.money, { variableSymbol: asked?.variable_symbol ?? '', amountCents: 8990 })
    expect((await reader.readOrder(id)).state).toBe('paid')
    expect(await reader.periods()).toHaveLength(1)
  })
})

describe('when it begins', () => {
  test('a second year of the same begins where the first one ends, and one renewal is left, for the end of both', async () => {
    const reader = await server.subscribe()
    const created = await order(reader, premium)
    await server.gateway.payOnPage(created.redirect_url ?? '')
    await eventually(async () => (await reader.periods()).length).toBe(2)
    const [first, second] = await reader.periods()
    expect(second?.startsAt).toEqual(first?.endsAt)
    const renewals = await reader.renewals()
    expect(renewals).toMatchObject([{ subscriptionId: second?.id, state: 'active' }])
    expect(renewals[0]?.chargeAt).toEqual(second?.endsAt.subtract({ hours: 48 }))
  })

  test('what gives more than the reader has begins at once', async () => {
    const reader = await server.subscribe({ product: 'standard_1y' })
    const created = await order(reader, premium)
    await server.gateway.payOnPage(created.redirect_url ?? '')
    await eventually(async () => (await reader.list()).length).toBe(2)
    expect((await reader.list()).map(each => each.state)).toEqual(['active', 'active'])
  })

  test('two orders that are paid at the same moment follow each other', async () => {
    const reader = await server.signIn()
    const both = await Promise.all([order(reader, premium, 'a'), order(reader, premium, 'b')])
    await Promise.all(both.map(each => server.gateway.payOnPage(each.redirect_url ?? '')))
    await Promise.all(both.map(each => reader.readOrder(each.id)))
    await eventually(async () => (await reader.periods()).length).toBe(2)
    const [first, second] = await reader.periods()
    expect(second?.startsAt).toEqual(first?.endsAt)
    expect(await reader.renewals()).toMatchObject([{ subscriptionId: second?.id, state: 'active' }])
  })
})

test('R1.04 R1.24 an order that waits for its transfer leads from the list of payments to how it is paid', async () => {
  const reader = await server.signIn()
  const { id, transfer: asked } = await order(reader, transfer)
  const payUrl = async () =>
    (await reader.browser.get(`${reader.own}/payments`)).json<{ items: { pay_url: string | null }[] }>()
      .items[0]?.pay_url
  expect(await payUrl()).toBe(`${testOrigin}/obchod/objednavka?order=${id}`)
  await receiveTransfer(server.money, {
    variableSymbol: asked?.variable_symbol ?? '',
    amountCents: asked?.price.amount ?? 0,
  })
  expect(await payUrl()).toBeNull()
})

test('the printed daily is not sold without an address to deliver it to', async () => {
  await server.deps.db
    .update(products)
    .set({ access: sql`${products.access} || '{print}'` })
    .where(eq(products.code, 'advert_4w'))
  const reader = await server.signIn()
  const printed = { product: 'advert_4w', method: 'bank_transfer' }
  expect(await refusal(reader, printed)).toMatchObject({ status: 422, key: 'required', field: 'address' })
  const address = { name: 'Eva', surname: 'Malá', number: '1', city: 'Žilina', zip: '010 01', country: 'SK' }
  const invoice = { ...printed, address: { ...address, type: 'invoice' } }
  expect(await refusal(reader, invoice)).toMatchObject({ key: 'required', field: 'address' })
  expect((await order(reader, { ...printed, address: { ...address, type: 'print' } })).state).toBe('waiting')
  await server.deps.db
    .update(products)
    .set({ access: sql`array_remove(${products.access}, 'print')` })
    .where(eq(products.code, 'advert_4w'))
})

describe('R9.02 a gift', () => {
  const gift = { product: 'gift_premium_1y', method: 'card' }
  const inDays = (days: number) =>
    server.clock.now().toZonedDateTimeISO('Europe/Bratislava').toPlainDate().add({ days }).toString()

  test('is paid for an e-mail and a day, opens nothing for the giver, and says till when it is good', async () => {
    const reader = await server.signIn()
    const created = await order(reader, { ...gift, gift: { email: 'Ondrej@Example.com', date: inDays(10) } })
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
    expect(await refusal(reader, { ...gift, ...given })).toMatchObject({ status: 422, key, field })
  })

  test('is not what is sold for oneself', async () => {
    const reader = await server.signIn()
    const given = { ...premium, gift: { email: 'ondrej@example.com', date: inDays(1) } }
    expect(await refusal(reader, given)).toMatchObject({ status: 422, key: 'gift_not_possible' })
  })
})

describe('refusals', () => {
  const company = {
    type: 'invoice',
    name: 'Katarína',
    surname: 'Šimková',
    number: '1',
    city: 'Nitra',
    zip: '949 01',
    country: 'SK',
    company_name: 'Pod Lipou, s. r. o.',
    company_id: '99000407',
  }

  test('R1.22 a company is not sold the standard group, however it asks', async () => {
    await server.deps.db.insert(products).values({
      code: 'company_standard',
      group: 'standard',
      audience: 'company',
      priceCents: 1000,
      currency: 'EUR',
      length: 'P1Y',
      access: ['web'],
      deviceLimit: 3,
      seats: 5,
      nameSk: 'Firemný Štandard',
      nameEn: 'Company Standard',
      sold: true,
    })
    const reader = await server.signIn()
    const key = 'company_standard_not_sold'
    expect(await refusal(reader, { product: 'company_standard', method: 'card' })).toMatchObject({ key })
    expect(await refusal(reader, { product: 'standard_1y', method: 'card', address: company })).toMatchObject(
      { status: 422, key },
    )
    await order(reader, { ...premium, address: company }, 'one')
    await order(reader, { ...premium, address: company }, 'two')
    // What was given with the order is among the reader's addresses, once, and on the document.
    const created = await order(reader, { ...premium, address: company }, 'three')
    const kept = await reader.browser.get(`${reader.own}/addresses`)
    expect(kept.json<{ items: object[] }>().items).toMatchObject([company])
    await server.gateway.payOnPage(created.redirect_url ?? '')
    await eventually(async () => (await reader.list())[0]?.payment?.invoice_url).toContain('/invoices/')
  })

  test('what is not sold, another number of seats, a foreign return address, an unknown method', async () => {
    await server.deps.db.update(products).set({ sold: false }).where(eq(products.code, 'advert_4w'))
    const reader = await server.signIn()
    for (const product of ['advert_4w', 'nothing', '']) {
      expect(await refusal(reader, { ...premium, product })).toMatchObject({ key: 'product_not_sold' })
    }
    await server.deps.db.update(products).set({ sold: true }).where(eq(products.code, 'advert_4w'))
    expect(await refusal(reader, { ...premium, seats: 3 })).toMatchObject({ key: 'order_seats_invalid' })
    for (const url of [
      'https://evil.example/predplatne',
      'javascript:alert(1)',
      'http://profil.test.evil.example',
    ]) {
      expect((await reader.order({ ...premium, return_url: url })).statusCode).toBeGreaterThanOrEqual(400)
    }
    expect((await reader.order({ ...premium, method: 'cash' })).statusCode).toBeGreaterThanOrEqual(400)
    expect((await reader.order({ ...premium, price: 1 })).statusCode).toBe(400)
    expect(await reader.payments()).toEqual([])
  })

  test('who has asked to be erased buys nothing', async () => {
    const reader = await server.signIn()
    await server.deps.db
      .update(users)
      .set({ anonymizationRequestedAt: server.clock.now() })
      .where(eq(users.id, reader.id))
    expect(await refusal(reader, premium)).toMatchObject({ key: 'user_anonymization_pending' })
  })

  test('R6.01 another reader’s order is not found, under neither of their addresses', async () => {
    const owner = await server.signIn()
    const { id } = await order(owner, premium)
    const other = await server.signIn()
    expect((await other.browser.get(`${other.own}/orders/${id}`)).statusCode).toBe(404)
    expect((await other.browser.get(`${owner.own}/orders/${id}`)).statusCode).toBe(403)
    expect((await other.browser.get(`${other.own}/orders/x`)).statusCode).toBe(404)
  })
})

describe('the gateway’s address', () => {
  const send = (body: string, headers: Record<string, string> = {}) =>
    server.app.inject({
      method: 'POST',
      url: '/webhooks/payments/demo',
      headers: { 'content-type': 'application/json', ...headers },
      payload: body,
    })

  test('takes nothing that the gateway did not sign, and knows no other gateway', async () => {
    expect((await send('{"key":"x"}')).statusCode).toBe(403)
    expect((await send('{"key":"x"}', { 'demo-signature': 't=1,v1=00' })).statusCode).toBe(403)
    const other = await server.app.inject({
      method: 'POST',
      url: '/webhooks/payments/stripe',
      headers: { 'content-type': 'application/json' },
      payload: '{}',
    })
    expect(other.statusCode).toBe(404)
  })
})
