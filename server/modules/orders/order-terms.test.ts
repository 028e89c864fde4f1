import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { OrderTerms } from '#contract/orders/order-terms.ts'
import type { PurchasePlan } from '#contract/orders/purchase-plan.ts'
import { endOfWithdrawal } from '#server/modules/subscriptions/index.ts'
import { replaceMessages } from '#server/platform/texts/messages.ts'
import {
  placeOrder,
  premiumByCard,
  premiumByTransfer,
  refusalOf,
} from '#server/testing/journeys/place-order.ts'
import { createMoneyApp, eventually, type MoneyReader } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { receiveTransfer } from './receive-transfers.ts'
import { orders } from './tables.ts'

const server = openForFile(createMoneyApp)

const readTerms = async (language = 'sk') =>
  (
    await openBrowser(server.app).get('/rest/api/prv/v1/order-terms', {
      headers: { 'accept-language': language },
    })
  ).json<OrderTerms>()

const consentsOf = async (id: number) => {
  const [row] = await server.deps.db.select().from(orders).where(eq(orders.id, id))
  return row?.consents
}

const agreeTo = ({ version, withdrawal }: OrderTerms) => ({
  terms_version: version,
  withdrawal_version: withdrawal.version,
})

test('R11.08 what is shown over the button is kept with the order, with the request to begin at once', async () => {
  const reader = await server.signIn()
  const terms = await readTerms()
  expect((await readTerms('en')).withdrawal).toMatchObject({
    version: terms.withdrawal.version,
    information: expect.stringMatching(/within 14\sdays/),
  })
  const agreed = agreeTo(terms)
  const kept = {
    terms_version: terms.version,
    terms_url: terms.terms_url,
    privacy_url: terms.privacy_url,
    withdrawal_information: terms.withdrawal.version,
    shown_at: expect.any(String),
  }
  const asked = await placeOrder(reader, { ...premiumByTransfer, agreed: { ...agreed, begin_at_once: true } })
  expect(await consentsOf(asked.id)).toEqual({ ...kept, begin_at_once: true })
  const later = await placeOrder(reader, { ...premiumByTransfer, agreed })
  expect(await consentsOf(later.id)).toEqual({ ...kept, begin_at_once: false })
})

test('R11.08 terms that are not shown any more are refused, whichever part has changed, and nothing is ordered', async () => {
  const reader = await server.signIn()
  const agreed = agreeTo(await readTerms())
  const refused = { status: 422, key: 'order_terms_changed' }
  for (const wrong of [{ terms_version: 'before' }, { withdrawal_version: 'before' }]) {
    expect(await refusalOf(reader, { ...premiumByTransfer, agreed: { ...agreed, ...wrong } })).toMatchObject(
      refused,
    )
  }
  // The words stay changed for the tests below, which read them anew.
  replaceMessages('en', { 'terms.withdrawal': 'Other words of the publisher' })
  expect(await refusalOf(reader, { ...premiumByTransfer, agreed })).toMatchObject(refused)
  expect(await reader.payments()).toEqual([])
  await placeOrder(reader, { ...premiumByTransfer, agreed: agreeTo(await readTerms()) })
})

describe('R11.08 without the request to begin at once', () => {
  const days = (count: number) => server.clock.now().add({ hours: 24 * count })
  const readPlan = async ({ browser, own }: MoneyReader, code = 'premium_1y') =>
    (await browser.get(`${own}/purchase-plans/${code}`)).json<PurchasePlan>()
  const withoutRequest = async () => ({ agreed: agreeTo(await readTerms()) })
  const pay = async (reader: MoneyReader, json: object) => {
    const { id, redirect_url: page = '' } = await placeOrder(reader, json)
    await server.gateway.payOnPage(page)
    await eventually(async () => (await reader.readOrder(id)).state).toBe('paid')
    return reader.readOrder(id)
  }

  test('a subscription begins after the time of withdrawal, as was told, lasts whole, and renews at its end', async () => {
    const reader = await server.signIn()
    const { later, period } = await readPlan(reader)
    expect(later?.period.from).toBe(endOfWithdrawal(server.clock.now()).toString())
    expect(period.from < (later?.period.from ?? '')).toBe(true)
    const paid = await pay(reader, { ...premiumByCard, ...(await withoutRequest()) })
    expect(paid.plan).toMatchObject({ begins: 'at_once', after_withdrawal: true })
    expect(await reader.list()).toMatchObject([{ state: 'future', period: later?.period }])
    const [renewal] = await reader.renewals()
    expect(renewal?.chargeAt.toString()).toBe(later?.next_payment.card?.at)
  })

  test('by transfer the time is counted from the day on which the money was confirmed', async () => {
    const reader = await server.signIn()
    const { transfer } = await placeOrder(reader, { ...premiumByTransfer, ...(await withoutRequest()) })
    server.clock.advance('P3D')
    await receiveTransfer(server.money, {
      variableSymbol: transfer?.variable_symbol ?? '',
      amountCents: transfer?.price.amount ?? 0,
    })
    const [period] = await reader.periods()
    expect(period?.startsAt).toEqual(endOfWithdrawal(server.clock.now()))
  })

  test('what begins later anyway is not asked about, and begins when what is there ends', async () => {
    const reader = await server.subscribe()
    expect((await readPlan(reader)).later).toBeNull()
    await pay(reader, { ...premiumByCard, ...(await withoutRequest()) })
    const [first, second] = await reader.periods()
    expect(second?.startsAt).toEqual(first?.endsAt)
  })

  test('what would begin within these days waits for them', async () => {
    const reader = await server.subscribe({ endsAt: days(5) })
    const { later } = await readPlan(reader)
    expect(later?.period.from).toBe(endOfWithdrawal(server.clock.now()).toString())
    await pay(reader, { ...premiumByCard, ...(await withoutRequest()) })
    expect((await reader.periods())[1]?.startsAt.toString()).toBe(later?.period.from)
  })

  test('an upgrade is refused at the request, since it takes the place of what runs at today’s price', async () => {
    const reader = await server.subscribe()
    const upgrade = { product: 'premium_plus_1y', method: 'card' }
    expect(await readPlan(reader, upgrade.product)).toMatchObject({ begins: 'instead', later: null })
    expect(await refusalOf(reader, { ...upgrade, ...(await withoutRequest()) })).toEqual({
      status: 422,
      key: 'begin_at_once_required',
      field: 'agreed.begin_at_once',
    })
  })

  test('one that was ordered by a reader who had nothing replaces nothing that was bought meanwhile', async () => {
    const reader = await server.signIn()
    const plus = { product: 'premium_plus_1y', method: 'bank_transfer' }
    const { transfer } = await placeOrder(reader, { ...plus, ...(await withoutRequest()) })
    await pay(reader, premiumByCard)
    await receiveTransfer(server.money, {
      variableSymbol: transfer?.variable_symbol ?? '',
      amountCents: transfer?.price.amount ?? 0,
    })
    const [first, second] = await reader.periods()
    expect(second?.startsAt).toEqual(endOfWithdrawal(server.clock.now()))
    expect(Temporal.Instant.compare(first?.endsAt ?? days(0), days(360))).toBe(1)
  })
})

test('R11.08 an order that agrees to nothing is refused', async () => {
  const reader = await server.signIn()
  expect(await refusalOf(reader, { ...premiumByTransfer, agreed: undefined })).toMatchObject({
    field: 'agreed',
  })
})

describe('R11.05 where the publisher does not sell abroad', () => {
  const address = {
    name: 'Jana',
    surname: 'Nováková',
    number: '1',
    city: 'Brno',
    zip: '602 00',
    country: 'CZ',
  }
  const invoice = { ...address, type: 'invoice' }
  const company = { ...invoice, company_name: 'Knihy', company_id: '99000407', company_vat_id: 'CZ99000407' }

  /** Whether the reader is told before the press that the known invoice address cannot order. */
  const isToldAbroad = async ({ browser, own }: MoneyReader) =>
    (await browser.get(`${own}/purchase-plans/premium_1y`)).json<PurchasePlan>().invoice_abroad

  test('an invoice or delivery address abroad is refused at its field, and nothing is kept', async () => {
    const reader = await server.signIn()
    for (const given of [invoice, company, { ...address, type: 'print' }]) {
      expect(await refusalOf(reader, { ...premiumByTransfer, address: given })).toEqual({
        status: 422,
        key: 'address_abroad',
        field: 'address.country',
      })
    }
    expect(await reader.payments()).toEqual([])
    expect((await reader.browser.get(`${reader.own}/addresses`)).json()).toMatchObject({ items: [] })
  })

  test('one among the reader’s addresses, which take any country, is told without a field; one at home orders', async () => {
    const reader = await server.subscribe({ endsAt: server.clock.now().add({ hours: 24 }) })
    expect(await isToldAbroad(reader)).toBe(false)
    expect((await reader.browser.post(`${reader.own}/addresses`, { json: company })).statusCode).toBe(201)
    expect(await isToldAbroad(reader)).toBe(true)
    const answer = await reader.order(premiumByTransfer)
    expect(answer.json()).toMatchObject({ errors: [{ key: 'address_abroad' }] })
    expect(answer.json<{ errors: object[] }>().errors[0]).not.toHaveProperty('field')
    const home = { ...invoice, city: 'Trnava', zip: '917 01', country: 'SK' }
    await placeOrder(reader, { ...premiumByTransfer, address: home })
    expect(await isToldAbroad(reader)).toBe(false)
  })

  test('a renewal is charged over such an address', async () => {
    const reader = await server.subscribe({ endsAt: server.clock.now().add({ hours: 47 }) })
    await reader.browser.post(`${reader.own}/addresses`, { json: company })
    await server.chargeDue()
    expect((await reader.payments()).at(-1)).toMatchObject({ state: 'paid', purpose: 'renewal' })
  })

  test('a change that is paid at once is refused like an order, by both ways, until the address is at home', async () => {
    const reader = await server.subscribe()
    const [offer] = await reader.listOffers(reader.subscriptionId)
    const abroad = async () =>
      (await reader.listChanges(reader.subscriptionId)).items
        .filter(each => each.invoice_abroad)
        .map(each => each.kind)
    expect(await abroad()).toEqual([])
    await reader.browser.post(`${reader.own}/addresses`, { json: company })
    // Told before the press, and not offered to whoever is leaving.
    expect(await abroad()).toEqual(['at_once'])
    expect(await reader.listOffers(reader.subscriptionId)).toEqual([])
    for (const send of [reader.acceptOffer, reader.change]) {
      const answer = await send(reader.subscriptionId, offer?.code ?? '')
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toMatchObject({ errors: [{ key: 'address_abroad' }] })
    }
    expect(await reader.payments()).toHaveLength(1)
    const home = { ...invoice, city: 'Trnava', zip: '917 01', country: 'SK' }
    expect((await reader.browser.post(`${reader.own}/addresses`, { json: home })).statusCode).toBe(201)
    expect(await abroad()).toEqual([])
    expect((await reader.acceptOffer(reader.subscriptionId, offer?.code ?? '')).statusCode).toBe(201)
    // What was accepted and charged is never refused.
    await reader.browser.post(`${reader.own}/addresses`, { json: company })
    expect((await reader.acceptOffer(reader.subscriptionId, offer?.code ?? '')).statusCode).toBe(201)
    expect(await reader.payments()).toHaveLength(2)
  })

  test('where it does, they order', async () => {
    const reader = await server.signIn()
    Object.assign(server.deps.settings, { sellsAbroad: true })
    try {
      await placeOrder(reader, { ...premiumByTransfer, address: company })
      expect(await isToldAbroad(reader)).toBe(false)
    } finally {
      Object.assign(server.deps.settings, { sellsAbroad: false })
    }
  })
})
