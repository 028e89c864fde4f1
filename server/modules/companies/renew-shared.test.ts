import { describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { openCompanySales } from '#server/testing/make/company-sales.ts'
import { makeRefund } from '#server/testing/make/refund.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(openCompanySales)

describe('a renewed subscription', () => {
  test('keeps accesses and pending links, and joins without a gap', async () => {
    const boss = await server.administer()
    expect((await boss.offers()).renewal).toEqual([])
    const employee = await server.take(await boss.invite())
    server.clock.advance('P11M')
    const waiting = await boss.invite()
    const [before] = await boss.shared()
    await boss.extend('company_10', 'renew')
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
    expect((await (await server.take(waiting)).list())[0]?.period.to).toBe(after?.period.to)
    expect(await boss.invoices()).toHaveLength(2)
  })

  test('after it had ended: all active accesses read again from then on, deactivated ones do not', async () => {
    const boss = await server.administer('company_10')
    const [kept, ended] = [await boss.invite(), await boss.invite()]
    const [reader, former] = [await server.take(kept), await server.take(ended)]
    await boss.browser.post(`${boss.own}/companies/${boss.subscriptionId}/accesses/${ended?.id}/deactivate`)
    server.clock.advance('P1Y2D')
    expect((await reader.list())[0]?.state).toBe('inactive')
    await boss.extend('company_1', 'renew')
    expect((await reader.list()).map(each => each.state)).toEqual(['active', 'inactive'])
    expect((await former.list()).map(each => each.state)).toEqual(['inactive'])
    expect(await boss.shared()).toMatchObject([{ seats: 1, used: 1, state: 'active' }])
  })

  test('twice, paid concurrently, has two more years, one after the other', async () => {
    const boss = await server.administer()
    const employee = await server.take(await boss.invite())
    server.clock.advance('P11M')
    const [before] = await boss.shared()
    const offer = (await boss.offers()).renewal.find(each => each.product.code === 'company_5')
    const shared = { subscription_id: boss.subscriptionId, act: 'renew', price: offer?.price }
    const ordered = []
    for (const key of ['one', 'two']) {
      const answer = await boss.order({ product: 'company_5', method: 'bank_transfer', shared }, key)
      ordered.push(answer.json<Order>())
    }
    const told = await Promise.all(
      ordered.flatMap(each => Array.from({ length: 10 }, () => server.arrive(each))),
    )
    expect(told.filter(each => each === 'paid')).toHaveLength(2)
    const end = Temporal.Instant.from(before?.period.to ?? '').toZonedDateTimeISO('Europe/Bratislava')
    const [after, ...others] = await boss.shared()
    expect(others).toEqual([])
    expect(after).toMatchObject({ seats: 5, used: 1 })
    expect(after?.period.to).toBe(end.add({ years: 2 }).toInstant().toString())
    expect((await employee.list()).map(each => each.period.to)).toEqual([after?.period.to])
  })

  /** Two renewals that are ordered before either is paid. */
  async function orderTwo(codes: readonly [string, string]) {
    const boss = await server.administer()
    server.clock.advance('P11M')
    const [before] = await boss.shared()
    const { renewal } = await boss.offers()
    const ordered: Order[] = []
    for (const code of codes) {
      const price = renewal.find(each => each.product.code === code)?.price
      const shared = { subscription_id: boss.subscriptionId, act: 'renew', price }
      const answer = await boss.order({ product: code, method: 'bank_transfer', shared }, code)
      ordered.push(answer.json<Order>())
    }
    server.clock.advance('P1D')
    const end = Temporal.Instant.from(before?.period.to ?? '').toZonedDateTimeISO('Europe/Bratislava')
    const after = (years: number) => end.add({ years }).toInstant().toString()
    return { boss, ordered: ordered as [Order, Order], after }
  }

  test.each([
    [['company_1', 'company_10'], 1],
    [['company_10', 'company_1'], 10],
  ] as const)(
    'R11.06 of two renewals of different size, %j, the one paid first counts, and the money of the other goes back',
    async (codes, seats) => {
      const { boss, ordered, after } = await orderTwo(codes)
      for (const each of ordered) expect(await server.arrive(each)).toBe('paid')
      await expect.poll(async () => (await boss.payments())[2]?.state).toBe('refunded')
      expect(await boss.shared()).toMatchObject([{ seats, period: { to: after(1) } }])
      const told = await Promise.all(ordered.map(({ id }) => boss.readOrder(id)))
      expect(told.map(({ state }) => state)).toEqual(['paid', 'too_late'])
      const [first, second] = ordered.map(({ price }) => price.amount)
      expect((await boss.invoices()).map(each => each.price.amount)).toEqual([
        -(second ?? 0),
        second,
        first,
        44_500,
      ])
    },
  )

  test('race: of two renewals of different size that are paid at once one counts', async () => {
    const { boss, ordered, after } = await orderTwo(['company_1', 'company_10'])
    await Promise.all(ordered.map(server.arrive))
    const states = async () => (await boss.payments()).slice(1).map(({ state }) => state)
    await expect.poll(async () => (await states()).toSorted()).toEqual(['paid', 'refunded'])
    const seats = (await states())[0] === 'paid' ? 1 : 10
    expect(await boss.shared()).toMatchObject([{ seats, period: { to: after(1) } }])
  })

  test('whose other renewal was given back meanwhile takes the one that is paid after that', async () => {
    const { boss, ordered, after } = await orderTwo(['company_1', 'company_10'])
    const [first, second] = ordered
    await server.arrive(first)
    await makeRefund(server.money, (await boss.payments())[1]?.id ?? 0)
    server.clock.advance('PT1M')
    await server.arrive(second)
    expect(await boss.shared()).toMatchObject([{ seats: 10, period: { to: after(1) } }])
    expect((await boss.payments())[2]?.state).toBe('paid')
  })

  test('has seats for all accesses: a smaller package is not offered', async () => {
    const boss = await server.administer()
    await boss.invite()
    await boss.invite()
    server.clock.advance('P11M')
    expect((await boss.offers()).renewal.map(each => each.seats)).toEqual([5, 10])
  })
})
