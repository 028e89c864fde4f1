import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { PurchasePlan } from '#contract/orders/purchase-plan.ts'
import { users } from '#server/modules/identity/tables.ts'
import { products } from '#server/modules/subscriptions/tables.ts'
import {
  placeOrder,
  premiumByCard,
  premiumByTransfer,
  refusalOf,
} from '#server/testing/journeys/place-order.ts'
import { createMoneyApp, eventually } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(createMoneyApp)

describe('the same request', () => {
  test('race: twenty at once with one idempotency key are one order with one page', async () => {
    const reader = await server.signIn()
    const answers = await Promise.all(Array.from({ length: 20 }, () => reader.order(premiumByCard, 'a key')))
    expect(new Set(answers.map(answer => answer.statusCode))).toEqual(new Set([201]))
    expect(new Set(answers.map(answer => answer.body)).size).toBe(1)
    expect(await reader.payments()).toHaveLength(1)
  })

  test('race: twenty equal ones at once without a key are one as well, while it is pending', async () => {
    const reader = await server.signIn()
    const answers = await Promise.all(Array.from({ length: 20 }, () => reader.order(premiumByCard)))
    expect(new Set(answers.map(answer => answer.json<Order>().id)).size).toBe(1)
    const [{ id, redirect_url: page = '' } = { id: 0 }] = answers.map(answer => answer.json<Order>())
    await server.gateway.payOnPage(page)
    await eventually(async () => (await reader.readOrder(id)).state).toBe('paid')
    expect((await placeOrder(reader, premiumByCard)).id).not.toBe(id)
  })

  test('an idempotency key with another body is refused, and other keys are other orders', async () => {
    const reader = await server.signIn()
    const first = await placeOrder(reader, premiumByCard, 'one')
    expect(await refusalOf(reader, premiumByTransfer, 'one')).toMatchObject({
      status: 422,
      key: 'idempotency_key_reused',
    })
    expect((await placeOrder(reader, premiumByCard, 'two')).id).not.toBe(first.id)
    const stranger = await server.signIn()
    expect((await placeOrder(stranger, premiumByCard, 'one')).id).not.toBe(first.id)
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
    expect(await refusalOf(reader, { product: 'company_standard', method: 'card' })).toMatchObject({ key })
    expect(
      await refusalOf(reader, { product: 'standard_1y', method: 'card', address: company }),
    ).toMatchObject({ status: 422, key })
    await placeOrder(reader, { ...premiumByCard, address: company }, 'one')
    await placeOrder(reader, { ...premiumByCard, address: company }, 'two')
    // What was given with the order is among the reader's addresses, once, and on the document.
    const created = await placeOrder(reader, { ...premiumByCard, address: company }, 'three')
    const kept = await reader.browser.get(`${reader.own}/addresses`)
    expect(kept.json<{ items: object[] }>().items).toMatchObject([company])
    await server.gateway.payOnPage(created.redirect_url ?? '')
    await eventually(async () => (await reader.list())[0]?.payment?.invoice_url).toContain('/invoices/')
  })

  test('what is not sold, another number of seats, a foreign return address, an unknown method', async () => {
    await server.deps.db.update(products).set({ sold: false }).where(eq(products.code, 'advert_4w'))
    const reader = await server.signIn()
    for (const product of ['advert_4w', 'nothing', '']) {
      expect(await refusalOf(reader, { ...premiumByCard, product })).toMatchObject({
        key: 'product_not_sold',
      })
    }
    await server.deps.db.update(products).set({ sold: true }).where(eq(products.code, 'advert_4w'))
    expect(await refusalOf(reader, { ...premiumByCard, seats: 3 })).toMatchObject({
      key: 'order_seats_invalid',
    })
    for (const url of [
      'https://evil.example/predplatne',
      'javascript:alert(1)',
      'http://profil.test.evil.example',
    ]) {
      expect((await reader.order({ ...premiumByCard, return_url: url })).statusCode).toBeGreaterThanOrEqual(
        400,
      )
    }
    expect((await reader.order({ ...premiumByCard, method: 'cash' })).statusCode).toBeGreaterThanOrEqual(400)
    expect((await reader.order({ ...premiumByCard, price: 1 })).statusCode).toBe(400)
    expect(await reader.payments()).toEqual([])
  })

  test('the printed daily is not sold without an address to deliver it to', async () => {
    await server.deps.db
      .update(products)
      .set({ access: sql`${products.access} || '{print}'` })
      .where(eq(products.code, 'advert_4w'))
    const reader = await server.signIn()
    const printed = { product: 'advert_4w', method: 'bank_transfer' }
    expect(await refusalOf(reader, printed)).toMatchObject({
      status: 422,
      key: 'required',
      field: 'address',
    })
    const address = {
      name: 'Eva',
      surname: 'Malá',
      number: '1',
      city: 'Žilina',
      zip: '010 01',
      country: 'SK',
    }
    const invoice = { ...printed, address: { ...address, type: 'invoice' } }
    expect(await refusalOf(reader, invoice)).toMatchObject({ key: 'required', field: 'address' })
    const placed = await placeOrder(reader, { ...printed, address: { ...address, type: 'print' } })
    expect(placed.state).toBe('waiting')
    await server.deps.db
      .update(products)
      .set({ access: sql`array_remove(${products.access}, 'print')` })
      .where(eq(products.code, 'advert_4w'))
  })

  test('a reader who is about to be erased buys nothing', async () => {
    const reader = await server.signIn()
    const isAnonymizationPending = async () =>
      (await reader.browser.get(`${reader.own}/purchase-plans/premium_1y`)).json<PurchasePlan>()
        .anonymization_pending
    expect(await isAnonymizationPending()).toBe(false)
    await server.deps.db
      .update(users)
      .set({ anonymizationRequestedAt: server.clock.now() })
      .where(eq(users.id, reader.id))
    expect(await refusalOf(reader, premiumByCard)).toMatchObject({ key: 'user_anonymization_pending' })
    expect(await isAnonymizationPending()).toBe(true)
  })

  test.each([0, 2_147_483_648, 1.5])(
    'R17.01 a subscription that has the id %j is none, and fails nothing',
    async id => {
      const reader = await server.signIn()
      const shared = { subscription_id: id, act: 'renew', price: { amount: 1, currency: 'EUR' } }
      expect(await refusalOf(reader, { ...premiumByCard, shared })).toMatchObject({ status: 400 })
      const json = { subscription_id: id, return_url: 'https://profil.example' }
      const change = await reader.browser.post(`${reader.own}/payment-cards/changes`, { json })
      expect(change.statusCode).toBe(400)
    },
  )

  test('R6.01 another reader’s order is not found, under neither of their addresses', async () => {
    const owner = await server.signIn()
    const { id } = await placeOrder(owner, premiumByCard)
    const other = await server.signIn()
    expect((await other.browser.get(`${other.own}/orders/${id}`)).statusCode).toBe(404)
    expect((await other.browser.get(`${owner.own}/orders/${id}`)).statusCode).toBe(403)
    expect((await other.browser.get(`${other.own}/orders/x`)).statusCode).toBe(404)
  })
})
