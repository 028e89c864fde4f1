import { describe, expect, test } from 'vitest'
import type { AddedAccess, changeAccesses } from '#contract/companies/companies.ts'
import type { EndpointOutput } from '#contract/endpoint.ts'
import type { Order } from '#contract/orders/orders.ts'
import { somebody } from '#server/testing/make/company-people.ts'
import { openCompanySales } from '#server/testing/make/company-sales.ts'
import { makeRefund } from '#server/testing/make/refund.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(openCompanySales)

/** A company of ten, four of whom read: all are deactivated when it orders one access for the next year. */
async function orderSmaller() {
  const boss = await server.administer('company_10')
  const path = `${boss.own}/companies/${boss.subscriptionId}/accesses`
  const emails = Array.from({ length: 10 }, somebody)
  const added = await boss.browser.post(path, { json: { emails, send_links: false } })
  const given = added.json<{ results: AddedAccess[] }>().results.map(({ access }) => access)
  const ids = given.map(access => access?.id ?? 0)
  const people: Awaited<ReturnType<typeof server.take>>[] = []
  for (const access of given.slice(0, 4)) people.push(await server.take(access))
  server.clock.advance('P11M')
  const [before] = await boss.shared()
  const change = async (act: 'activate' | 'deactivate', some = ids) => {
    const json = { act, ids: some }
    return (await boss.browser.post(`${path}/changes`, { json })).json<
      EndpointOutput<typeof changeAccesses>
    >().results
  }
  await change('deactivate')
  const offer = (await boss.offers()).renewal.find(each => each.product.code === 'company_1')
  const shared = { subscription_id: boss.subscriptionId, act: 'renew', price: offer?.price }
  const ordered = await boss.order({ product: 'company_1', method: 'bank_transfer', shared }, 'smaller')
  const pay = () => server.arrive(ordered.json<Order>())
  const states = async () =>
    (await boss.accesses()).items.toSorted((a, b) => a.id - b.id).map(({ state }) => state)
  const reading = async () =>
    (await Promise.all(people.map(each => each.list()))).map(all => all.some(each => each.state === 'active'))
  return { boss, people, ids, change, pay, states, reading, endsAt: before?.period.to ?? '' }
}
const only = (index: number) => Array.from({ length: 4 }, (_, each) => each === index)

describe('a renewed subscription', () => {
  test('into a smaller package takes along as many as that has; the others read till what was paid for them ends', async () => {
    const { boss, ids, change, pay, states, reading, endsAt } = await orderSmaller()
    expect((await change('activate')).map(({ error }) => error)).toEqual(ids.map(() => null))
    expect(await pay()).toBe('paid')
    const listed = await boss.accesses()
    expect(listed).toMatchObject({ seats: 1, used: 1, counts: { active: 1, ending: 3, deactivated: 6 } })
    const cancelled = Array.from({ length: 6 }, () => 'deactivated')
    expect(await states()).toEqual(['active', 'ending', 'ending', 'ending', ...cancelled])
    expect(listed.items.every(each => each.activation_url === null)).toBe(true)
    const ends = listed.items.filter(({ state }) => state === 'ending').map(each => each.deactivated_at)
    expect(new Set(ends)).toEqual(new Set([endsAt]))
    expect(await reading()).toEqual([true, true, true, true])
    expect((await change('activate', ids.slice(1))).map(({ error }) => error?.key)).toEqual(
      ids.slice(1).map(() => 'company_seats_used_up'),
    )

    server.clock.set(Temporal.Instant.from(endsAt).add({ hours: 1 }).toString())
    expect(await reading()).toEqual(only(0))
    expect((await states()).slice(0, 4)).toEqual(['active', 'deactivated', 'deactivated', 'deactivated'])
    server.clock.set(
      Temporal.Instant.from(endsAt)
        .add({ hours: 24 * 300 })
        .toString(),
    )
    expect(await reading()).toEqual(only(0))
  })

  test('into a smaller package leaves to the administrator who goes on, and whose access ends at once', async () => {
    const { people, ids, change, pay, states, reading, endsAt } = await orderSmaller()
    await change('activate')
    await pay()
    await change('deactivate', ids.slice(0, 1))
    expect((await change('activate', ids.slice(2, 3)))[0]?.error).toBeNull()
    await change('deactivate', ids.slice(3, 4))
    expect((await states()).slice(0, 4)).toEqual(['deactivated', 'ending', 'active', 'deactivated'])
    expect(await reading()).toEqual([false, true, true, false])
    server.clock.set(Temporal.Instant.from(endsAt).add({ hours: 1 }).toString())
    expect(await reading()).toEqual(only(2))
    expect(await people[2]?.list()).toHaveLength(2)
  })

  test('R11.06 into a smaller package, given back, leaves what is paid for its accesses, and all go on by another', async () => {
    const { boss, ids, change, pay, states } = await orderSmaller()
    await change('activate', ids.slice(0, 4))
    await pay()
    expect(await boss.accesses()).toMatchObject({ seats: 1, counts: { active: 1, ending: 3 } })
    const [smaller] = (await boss.payments()).toSorted((a, b) => b.id - a.id)
    await makeRefund(server.payments, smaller?.id ?? 0)
    expect(await boss.accesses()).toMatchObject({ seats: 10, used: 4, counts: { active: 4, ending: 0 } })
    const offer = (await boss.offers()).renewal.find(each => each.product.code === 'company_10')
    const shared = { subscription_id: boss.subscriptionId, act: 'renew', price: offer?.price }
    await server.buy(boss, { product: 'company_10', shared })
    expect((await states()).slice(0, 4)).toEqual(Array.from({ length: 4 }, () => 'active'))
    expect(await boss.accesses()).toMatchObject({ seats: 10, used: 4 })
  })

  test('race: a smaller package is paid while ten accesses are given back at once', async () => {
    const { boss, ids, change, pay, reading, endsAt } = await orderSmaller()
    const giveBack = (id: number) => change('activate', [id])
    await change('activate', ids.slice(0, 2))
    await Promise.all([...ids.slice(2, 4).map(giveBack), pay(), ...ids.slice(4).map(giveBack)])
    const { seats, used, items } = await boss.accesses()
    expect(seats).toBe(1)
    expect(used).toBe(1)
    expect(
      items.filter(({ state }) => state === 'ending').every(each => each.deactivated_at === endsAt),
    ).toBe(true)
    server.clock.set(Temporal.Instant.from(endsAt).add({ hours: 1 }).toString())
    expect(await reading()).toEqual(only(0))
  })

  test('that had ended, into a smaller package whose money comes late, gives back no more than that has', async () => {
    const { boss, change, pay, reading, endsAt } = await orderSmaller()
    await change('activate')
    server.clock.set(Temporal.Instant.from(endsAt).add({ hours: 24 }).toString())
    expect(await pay()).toBe('paid')
    expect(await boss.accesses()).toMatchObject({ seats: 1, used: 1, counts: { ending: 0, deactivated: 9 } })
    expect(await reading()).toEqual(only(0))
  })
})
