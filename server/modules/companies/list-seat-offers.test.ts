import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { documents } from '#server/modules/invoices/tables.ts'
import { formatMoney } from '#server/platform/texts/format.ts'
import { keyOf } from '#server/testing/make/company-people.ts'
import { type Administrator, openCompanySales } from '#server/testing/make/company-sales.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { proratedPrice } from './list-seat-offers.ts'

const server = openForFile(openCompanySales)

describe('more accesses', () => {
  test('are prorated by the days left', () => {
    const product = { priceCents: 36_500, length: 'P1Y' }
    const endsAt = Temporal.Instant.from('2027-03-01T09:00:00Z')
    const priceOn = (day: string) => proratedPrice(product, Temporal.Instant.from(`${day}T12:00:00Z`), endsAt)
    expect(priceOn('2026-03-01')).toBe(36_500)
    expect(priceOn('2027-02-19')).toBe(1000)
    expect(priceOn('2027-02-28')).toBe(100)
    expect(priceOn('2027-03-01')).toBe(100)
  })

  test('are added as soon as they are paid for, at the price that was shown', async () => {
    const boss = await server.administer()
    server.clock.advance('P6M')
    const offer = (await boss.offers()).more.find(each => each.product.code === 'company_10')
    if (!offer) throw new Error('Nothing is offered')
    expect(offer.price.amount).toBeLessThan(79_000 / 1.9)
    const shared = { subscription_id: boss.subscriptionId, act: 'add_seats', price: offer.price }
    const dearer = { ...shared, price: { amount: 1, currency: 'EUR' } }
    const refused = await boss.order({ product: 'company_10', method: 'card', shared: dearer })
    expect(keyOf(refused)).toBe('offer_changed')
    expect(await server.buy(boss, { product: 'company_10', shared })).toMatchObject({
      price: offer.price,
      subscription_id: boss.subscriptionId,
    })
    expect(await boss.shared()).toMatchObject([{ seats: 15 }])
    expect((await boss.invoices()).map(each => each.price.amount)).toEqual([offer.price.amount, 44_500])
  })

  /** Orders ten more seats some time before the end. */
  async function orderBefore(
    boss: Administrator,
    time: Temporal.DurationLike,
    method: 'card' | 'bank_transfer',
  ) {
    const endsAt = Temporal.Instant.from((await boss.shared())[0]?.period.to ?? '')
    server.clock.set(endsAt.subtract(time).toString())
    const offer = (await boss.offers()).more.find(each => each.product.code === 'company_10')
    const shared = { subscription_id: boss.subscriptionId, act: 'add_seats', price: offer?.price }
    const answer = await boss.order({ product: 'company_10', method, shared }, crypto.randomUUID())
    return { endsAt, offer, answer }
  }

  test('are not sold by a transfer that may come after the end, nor in the last hour', async () => {
    const boss = await server.administer()
    const early = await orderBefore(boss, { hours: 14 * 24 + 1 }, 'bank_transfer')
    expect([early.offer?.by_transfer, early.answer.statusCode]).toEqual([true, 201])
    const late = await orderBefore(boss, { hours: 14 * 24 }, 'bank_transfer')
    expect(late.offer?.by_transfer).toBe(false)
    expect(late.answer.json()).toMatchObject({ errors: [{ key: 'transfer_too_late', field: 'method' }] })
    const byCard = await orderBefore(boss, { hours: 2 }, 'card')
    expect(byCard.answer.statusCode).toBe(201)
    expect((await orderBefore(boss, { minutes: 59 }, 'card')).offer).toBeUndefined()
  })

  test.each(['card', 'bank_transfer'] as const)(
    'R11.06 that are paid for after the end are not added, and the money goes back: by %s',
    async method => {
      const boss = await server.administer()
      const { answer, endsAt, offer } = await orderBefore(boss, { hours: 20 * 24 }, method)
      server.clock.set(endsAt.add({ hours: 6 * 24 }).toString())
      const order = answer.json<Order>()
      await (method === 'card' ? server.gateway.payOnPage(order.redirect_url ?? '') : server.arrive(order))
      await expect.poll(async () => (await boss.payments())[1]?.state).toBe('refunded')
      expect(await boss.shared()).toMatchObject([{ seats: 5, state: 'inactive' }])
      expect((await boss.readOrder(order.id)).state).toBe('too_late')
      const cents = offer?.price.amount ?? 0
      expect((await boss.invoices()).map(each => each.price.amount)).toEqual([-cents, cents, 44_500])
      const made = await server.deps.db.select().from(documents).where(eq(documents.userId, boss.id))
      expect(made.at(-1)?.content).toMatchObject({ period: null })
      const mail = await server.mailbox.waitFor(boss.email, ({ subject }) => subject.includes('Vraciame'))
      expect(mail.subject).toContain(formatMoney('sk', cents))
    },
  )

  test('R11.06 that are paid for after a renewal, whose year was not in their price, are not added', async () => {
    const boss = await server.administer()
    const { answer } = await orderBefore(boss, { hours: 20 * 24 }, 'bank_transfer')
    const renewal = (await boss.offers()).renewal.find(each => each.product.code === 'company_10')
    const shared = { subscription_id: boss.subscriptionId, act: 'renew', price: renewal?.price }
    await server.buy(boss, { product: 'company_10', shared })
    await server.arrive(answer.json<Order>())
    await expect.poll(async () => (await boss.payments())[1]?.state).toBe('refunded')
    expect(await boss.shared()).toMatchObject([{ seats: 10 }])
  })

  test('R11.05 ask for an address where the company’s is abroad, and nothing is sold there', async () => {
    const boss = await server.administer()
    const { invoice_to: known } = await boss.offers()
    const abroad = {
      type: 'invoice',
      name: 'Jana',
      surname: 'Nováková',
      number: '1',
      city: 'Brno',
      zip: '602 00',
      country: 'CZ',
      ...known,
    }
    expect((await boss.browser.post(`${boss.own}/addresses`, { json: abroad })).statusCode).toBe(201)
    expect((await boss.offers()).invoice_to).toBeNull()
  })

  test('are not sold for another’s subscription', async () => {
    const [boss, other] = [await server.administer(), await server.administer()]
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
