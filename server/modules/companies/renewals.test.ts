import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Access, AddedAccess, SharedSubscription } from '#contract/companies/companies.ts'
import type { SeatOffer } from '#contract/companies/seats-and-documents.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { receiveTransfer } from '#server/modules/orders/index.ts'
import { settlePayment } from '#server/modules/payments/index.ts'
import { codeOf, keyOf, somebody } from '#server/testing/company-people.ts'
import { makeProduct } from '#server/testing/make-purchase.ts'
import { createMoneyApp, type MoneyApp, type MoneyReader } from '#server/testing/money-app.ts'
import { proratedPrice } from './offer-seats.ts'

let server: MoneyApp
const access = ['web', 'mobile', 'device6']

beforeAll(async () => {
  server = await createMoneyApp()
  server.clock.set('2027-03-01T09:00:00Z')
  const company = { audience: 'company', access, renewsInto: null } as const
  await makeProduct(server.deps, { ...company, code: 'company_1', priceCents: 9900, seats: 1 })
  await makeProduct(server.deps, { ...company, code: 'company_5', priceCents: 44_500, seats: 5 })
  await makeProduct(server.deps, { ...company, code: 'company_10', priceCents: 79_000, seats: 10 })
  await makeProduct(server.deps, {
    code: 'family_4',
    audience: 'family',
    access,
    seats: 4,
    priceCents: 13_990,
    renewsInto: 'family_4',
  })
})
afterAll(() => server.close())

const address = {
  type: 'invoice',
  name: 'Katarína',
  surname: 'Šimková',
  street: 'Lipová',
  number: '14',
  city: 'Trnava',
  zip: '917 01',
  country: 'SK',
  company_name: 'Pod Lipou, s. r. o.',
  company_id: '99000407',
}

/** Orders by transfer and has the money arrive. */
async function buy(reader: MoneyReader, json: object): Promise<Order> {
  const created = await reader.order({ method: 'bank_transfer', ...json }, crypto.randomUUID())
  expect(created.json()).toMatchObject({ state: 'waiting' })
  const { id, transfer } = created.json<Order>()
  const { variable_symbol: variableSymbol, price } = transfer ?? { variable_symbol: '', price: { amount: 0 } }
  await receiveTransfer(server.money, { variableSymbol, amountCents: price.amount })
  return reader.readOrder(id)
}

type Offers = { more: SeatOffer[]; renewal: SeatOffer[]; renewal_from: string }

async function administer(product = 'company_5') {
  const reader = await server.signIn()
  const { subscription_id: id } = await buy(reader, { product, address })
  const path = `${reader.own}/companies/${id}`
  const signedIn = async () => {
    await reader.browser.signIn(reader.email)
    return reader.browser
  }
  const get = async <T>(what: string) => (await (await signedIn()).get(`${path}/${what}`)).json<T>()
  return {
    ...reader,
    subscriptionId: id ?? 0,
    shared: async () => {
      const answer = await (await signedIn()).get(`${reader.own}/companies`)
      return answer.json<{ items: SharedSubscription[] }>().items
    },
    accesses: () => get<{ seats: number; used: number; items: Access[] }>('accesses'),
    offers: () => get<Offers>('offers'),
    invoices: async () => (await get<{ items: Invoice[] }>('invoices')).items,
    invite: async (email = somebody()) => {
      const answer = await (await signedIn()).post(`${path}/accesses`, { json: { email } })
      expect(answer.statusCode).toBe(201)
      return answer.json<{ results: AddedAccess[] }>().results[0]?.access
    },
  }
}

const take = async (given: Access | null | undefined) => {
  const reader = await server.signIn()
  const answer = await reader.browser.post(`${reader.own}/family-requests/${codeOf(given)}/activation`)
  expect(answer.statusCode).toBe(201)
  return reader
}

describe('R1.16 a package that is bought', () => {
  test('makes its buyer the administrator, under the name of the company', async () => {
    const boss = await administer()
    expect(await boss.shared()).toMatchObject([
      {
        subscription_id: boss.subscriptionId,
        name: 'Pod Lipou, s. r. o.',
        seats: 5,
        used: 0,
        state: 'active',
      },
    ])
    const employee = await take(await boss.invite())
    expect(await employee.list()).toMatchObject([{ given_by: 'Pod Lipou, s. r. o.', reads: true }])
  })

  test('twice is two subscriptions, each with people of its own', async () => {
    const boss = await administer('company_1')
    await buy(boss, { product: 'company_5', address })
    const shared = (await boss.shared()).map(({ seats, state }) => ({ seats, state }))
    expect(shared).toHaveLength(2)
    expect(shared).toEqual(
      expect.arrayContaining([
        { seats: 1, state: 'active' },
        { seats: 5, state: 'active' },
      ]),
    )
  })

  test('needs to know the company', async () => {
    const reader = await server.signIn()
    const answer = await reader.order({ product: 'company_5', method: 'card' })
    expect(answer.json()).toMatchObject({
      errors: [
        { key: 'required', field: 'address.company_name' },
        { key: 'required', field: 'address.company_id' },
      ],
    })
  })

  test.each([
    ['over the beginning of summer time', '2027-03-27T23:30:00Z', '2028-03-27T22:30:00Z'],
    ['over the end of summer time', '2027-10-30T22:30:00Z', '2028-10-30T23:30:00Z'],
    ['from 29 February', '2028-02-29T10:00:00Z', '2029-02-28T10:00:00Z'],
    ['a minute before midnight in Bratislava', '2029-06-30T21:59:00Z', '2030-06-30T21:59:00Z'],
    ['at midnight in Bratislava', '2029-12-31T23:00:00Z', '2030-12-31T23:00:00Z'],
  ])('R9.03 lasts a year from payment: %s', async (_, paidAt, until) => {
    server.clock.set(paidAt)
    const boss = await administer('company_1')
    const toMinute = (instant: string | undefined) => instant?.slice(0, 16)
    const [shared] = await boss.shared()
    expect(toMinute(shared?.period.from)).toBe(toMinute(paidAt))
    expect(toMinute(shared?.period.to)).toBe(toMinute(until))
  })
})

describe('who manages a company’s subscription', () => {
  test('does not read by it, has no role and is asked nothing about devices', async () => {
    const boss = await administer()
    expect(await boss.list()).toMatchObject([{ audience: 'company', reads: false, given_by: null }])
    await boss.browser.signIn(boss.email)
    const payload = boss.browser.cookies.get('ppp')?.value.split('.')[1] ?? ''
    const { sbr } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sbr?: object }
    expect(sbr ?? {}).toEqual({})
  })

  test('reads by an access of the own, at once and without a link', async () => {
    const boss = await administer('company_1')
    expect(await boss.invite(boss.email)).toMatchObject({ state: 'active', activation_url: null })
    expect((await boss.list()).filter(each => each.reads)).toHaveLength(1)
    expect(await boss.accesses()).toMatchObject({ seats: 1, used: 1 })
  })

  test('a subscription of the own begins at once beside it', async () => {
    const boss = await administer()
    await buy(boss, { product: 'premium_1y' })
    expect((await boss.list()).map(each => `${each.audience} ${each.state}`).toSorted()).toEqual([
      'company active',
      'person active',
    ])
  })
})

describe('more accesses', () => {
  test('cost the part of the price that falls to the days that are left', () => {
    const product = { priceCents: 36_500, length: 'P1Y' }
    const endsAt = Temporal.Instant.from('2027-03-01T09:00:00Z')
    const priceOn = (day: string) => proratedPrice(product, Temporal.Instant.from(`${day}T12:00:00Z`), endsAt)
    expect(priceOn('2026-03-01')).toBe(36_500)
    expect(priceOn('2027-02-19')).toBe(1000)
    expect(priceOn('2027-02-28')).toBe(100)
    expect(priceOn('2027-03-01')).toBe(100)
  })

  test('are there as soon as they are paid for, at the price that was shown', async () => {
    const boss = await administer()
    server.clock.advance('P6M')
    const offer = (await boss.offers()).more.find(each => each.product.code === 'company_10')
    if (!offer) throw new Error('Nothing is offered')
    expect(offer.price.amount).toBeLessThan(79_000 / 1.9)
    const shared = { subscription_id: boss.subscriptionId, act: 'add_seats', price: offer.price }
    const dearer = { ...shared, price: { amount: 1, currency: 'EUR' } }
    const refused = await boss.order({ product: 'company_10', method: 'card', shared: dearer })
    expect(keyOf(refused)).toBe('offer_changed')
    expect(await buy(boss, { product: 'company_10', shared })).toMatchObject({
      price: offer.price,
      subscription_id: boss.subscriptionId,
    })
    expect(await boss.shared()).toMatchObject([{ seats: 15 }])
    expect((await boss.invoices()).map(each => each.price.amount)).toEqual([offer.price.amount, 44_500])
  })

  test('are sold to nobody for a subscription of somebody else', async () => {
    const [boss, other] = [await administer(), await administer()]
    const price = { amount: 9900, currency: 'EUR' }
    for (const act of ['add_seats', 'renew']) {
      const shared = { subscription_id: other.subscriptionId, act, price }
      const answer = await boss.order({ product: 'company_1', method: 'card', shared })
      expect([answer.statusCode, keyOf(answer)]).toEqual([403, 'forbidden'])
    }
    for (const what of ['offers', 'invoices', `invoices/${(await other.invoices())[0]?.id}.pdf`]) {
      const answer = await boss.browser.get(`${boss.own}/companies/${other.subscriptionId}/${what}`)
      expect([answer.statusCode, keyOf(answer)]).toEqual([403, 'forbidden'])
    }
  })
})

describe('a renewed subscription', () => {
  async function renew(boss: Awaited<ReturnType<typeof administer>>, code: string) {
    const offer = (await boss.offers()).renewal.find(each => each.product.code === code)
    if (!offer) throw new Error('It is not offered')
    const shared = { subscription_id: boss.subscriptionId, act: 'renew', price: offer.price }
    return buy(boss, { product: code, shared })
  }

  test('keeps who has an access and whose link waits, and joins without a gap', async () => {
    const boss = await administer()
    expect((await boss.offers()).renewal).toEqual([])
    const employee = await take(await boss.invite())
    server.clock.advance('P11M')
    const waiting = await boss.invite()
    const [before] = await boss.shared()
    await renew(boss, 'company_10')
    const [after, ...others] = await boss.shared()
    expect(others).toEqual([])
    expect(after).toMatchObject({ subscription_id: boss.subscriptionId, seats: 10, used: 2 })
    const end = Temporal.Instant.from(before?.period.to ?? '').toZonedDateTimeISO('Europe/Bratislava')
    expect(after?.period.to).toBe(end.add({ years: 1 }).toInstant().toString())
    server.clock.advance('P2M')
    expect((await employee.list()).map(each => [each.state, each.period.to])).toEqual([
      ['active', after?.period.to],
    ])
    server.clock.advance('-P1M20D')
    expect((await (await take(waiting)).list())[0]?.period.to).toBe(after?.period.to)
    expect(await boss.invoices()).toHaveLength(2)
  })

  test('after it had ended: everybody reads again from then on, and who was deactivated does not', async () => {
    const boss = await administer('company_10')
    const [kept, ended] = [await boss.invite(), await boss.invite()]
    const [reader, former] = [await take(kept), await take(ended)]
    await boss.browser.post(`${boss.own}/companies/${boss.subscriptionId}/accesses/${ended?.id}/deactivate`)
    server.clock.advance('P1Y2D')
    expect((await reader.list())[0]?.state).toBe('inactive')
    await renew(boss, 'company_1')
    expect((await reader.list()).map(each => each.state)).toEqual(['active', 'inactive'])
    expect((await former.list()).map(each => each.state)).toEqual(['inactive'])
    expect(await boss.shared()).toMatchObject([{ seats: 1, used: 1, state: 'active' }])
  })

  test('twice, paid at the same moment, has two more years, one after the other', async () => {
    const boss = await administer()
    const employee = await take(await boss.invite())
    server.clock.advance('P11M')
    const [before] = await boss.shared()
    const offer = (await boss.offers()).renewal.find(each => each.product.code === 'company_5')
    const shared = { subscription_id: boss.subscriptionId, act: 'renew', price: offer?.price }
    const ordered = []
    for (const key of ['one', 'two']) {
      const answer = await boss.order({ product: 'company_5', method: 'bank_transfer', shared }, key)
      ordered.push(answer.json<Order>())
    }
    const arrive = ({ transfer, price }: Order) =>
      receiveTransfer(server.money, {
        variableSymbol: transfer?.variable_symbol ?? '',
        amountCents: price.amount,
      })
    // Each is told ten times, as banks do.
    const told = await Promise.all(ordered.flatMap(each => Array.from({ length: 10 }, () => arrive(each))))
    expect(told.filter(each => each === 'paid')).toHaveLength(2)
    const end = Temporal.Instant.from(before?.period.to ?? '').toZonedDateTimeISO('Europe/Bratislava')
    const [after, ...others] = await boss.shared()
    expect(others).toEqual([])
    expect(after).toMatchObject({ seats: 5, used: 1 })
    expect(after?.period.to).toBe(end.add({ years: 2 }).toInstant().toString())
    expect((await employee.list()).map(each => each.period.to)).toEqual([after?.period.to])
  })

  test('has room for everybody who has an access: a smaller package is not offered', async () => {
    const boss = await administer()
    await boss.invite()
    await boss.invite()
    server.clock.advance('P11M')
    expect((await boss.offers()).renewal.map(each => each.seats)).toEqual([5, 10])
  })

  test('of a family, by card, keeps its people', async () => {
    const owner = await server.subscribe({ product: 'family_4', priceCents: 13_990 })
    const path = `${owner.own}/companies/${owner.subscriptionId}/accesses`
    const added = await owner.browser.post(path, { json: { email: somebody() } })
    const child = await take(added.json<{ results: AddedAccess[] }>().results[0]?.access)
    server.clock.set(owner.endsAt.subtract({ hours: 40 }).toString())
    await server.chargeDue()
    const periods = await owner.periods()
    expect(periods).toHaveLength(2)
    server.clock.set(owner.endsAt.add({ hours: 1 }).toString())
    const [seat] = (await child.list()) as [Subscription]
    expect(seat).toMatchObject({ state: 'active', period: { to: periods[1]?.endsAt.toString() } })
    await owner.browser.signIn(owner.email)
    const listed = await owner.browser.get(`${owner.own}/companies`)
    expect(listed.json()).toMatchObject({ items: [{ kind: 'family', used: 1, state: 'active' }] })
  })
})

describe('money that is given back', () => {
  const giveBack = async (boss: Awaited<ReturnType<typeof administer>>, index: number) => {
    const payment = (await boss.payments())[index]
    await server.deps.db.transaction(tx =>
      settlePayment(tx, server.money, payment?.id ?? 0, { state: 'refunded' }),
    )
  }

  test('takes the accesses with it at once', async () => {
    const boss = await administer()
    const employee = await take(await boss.invite())
    await giveBack(boss, 0)
    expect((await employee.list()).map(each => each.state)).toEqual(['inactive'])
    expect(await boss.shared()).toMatchObject([{ state: 'inactive' }])
  })

  test('for further places takes those that nobody has', async () => {
    const boss = await administer('company_1')
    const offer = (await boss.offers()).more.find(each => each.product.code === 'company_5')
    const shared = { subscription_id: boss.subscriptionId, act: 'add_seats', price: offer?.price }
    await buy(boss, { product: 'company_5', shared })
    const [first, second] = [await take(await boss.invite()), await take(await boss.invite())]
    await giveBack(boss, 1)
    expect(await boss.shared()).toMatchObject([{ seats: 1, used: 2, state: 'active' }])
    expect((await first.list())[0]?.state).toBe('active')
    expect((await second.list())[0]?.state).toBe('active')
    await expect(boss.invite()).rejects.toThrow()
  })
})
