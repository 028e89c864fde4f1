import { expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { type Administrator, openCompanySales } from '#server/testing/make/company-sales.ts'
import { makeRefund } from '#server/testing/make/refund.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(openCompanySales)

const changes = (boss: Administrator) => async (act: string, ids: unknown[]) => {
  await boss.browser.signIn(boss.email)
  const path = `${boss.own}/companies/${boss.subscriptionId}/accesses/changes`
  await boss.browser.post(path, { json: { act, ids } })
}
async function order(boss: Administrator, code: string) {
  await boss.browser.signIn(boss.email)
  const price = (await boss.offers()).renewal.find(each => each.product.code === code)?.price
  const shared = { subscription_id: boss.subscriptionId, act: 'renew', price }
  const json = { product: code, method: 'bank_transfer', shared }
  return (await boss.order(json, crypto.randomUUID())).json<Order>()
}

/** Gives a payment back, counted from the first. */
const refundOf = async (boss: Administrator, index: number, given = {}) =>
  makeRefund(server.money, (await boss.payments()).toSorted((a, b) => a.id - b.id)[index]?.id ?? 0, given)

test('R11.06 a second smaller renewal is given back as the first was', async () => {
  const boss = await server.administer('company_10')
  const change = changes(boss)
  const [one, two] = [await boss.invite(), await boss.invite()]
  const readers = [await server.take(one), await server.take(two)]
  server.clock.advance('P11M')
  await change('deactivate', [one?.id, two?.id])
  const first = await order(boss, 'company_1')
  await change('activate', [one?.id])
  await change('activate', [two?.id])
  await server.arrive(first)
  await change('deactivate', [one?.id])
  // The only place of the next year is theirs again.
  const anew = await boss.invite(two?.email)
  const [, second] = readers
  await second?.browser.signIn(second.email)
  const code = anew?.activation_url?.split('/').at(-1)
  expect((await second?.browser.post(`${second.own}/family-requests/${code}/activation`))?.statusCode).toBe(
    201,
  )
  await refundOf(boss, 1)
  const again = await order(boss, 'company_1')
  server.clock.advance('PT1H')
  await change('deactivate', [anew?.id])
  await change('activate', [one?.id])
  server.clock.advance('PT1H')
  await change('activate', [anew?.id])
  await server.arrive(again)
  await refundOf(boss, 2)
  expect(await boss.accesses()).toMatchObject({ seats: 10, used: 2 })
})

test('R11.06 a smaller renewal that is given back after the year before was shortened leaves its accesses to that', async () => {
  const boss = await server.administer('company_10')
  const change = changes(boss)
  const [one, two] = [await boss.invite(), await boss.invite()]
  await server.take(one)
  const reader = await server.take(two)
  server.clock.advance('P11M')
  await change('deactivate', [one?.id, two?.id])
  const smaller = await order(boss, 'company_1')
  await change('activate', [one?.id])
  await change('activate', [two?.id])
  await server.arrive(smaller)
  await refundOf(boss, 0, { amountCents: 2000, access: 'shorten' })
  await refundOf(boss, 1)
  expect(await boss.accesses()).toMatchObject({ seats: 10, used: 2, counts: { ending: 0 } })
  await boss.extend('company_10', 'renew')
  server.clock.advance('P2M')
  expect((await reader.list())[0]?.state).toBe('active')
})

test('R11.06 added seats whose money went back in part do not come back with a refund of a renewal', async () => {
  const boss = await server.administer('company_10')
  await boss.extend('company_5', 'add_seats')
  await refundOf(boss, 1, { amountCents: 1000 })
  expect(await boss.shared()).toMatchObject([{ seats: 10 }])
  server.clock.advance('P11M')
  await boss.extend('company_10', 'renew')
  await refundOf(boss, 2)
  expect(await boss.shared()).toMatchObject([{ seats: 10 }])
})

test('R11.06 added seats go with their money, though a renewal was given back before', async () => {
  const boss = await server.administer('company_10')
  await boss.extend('company_5', 'add_seats')
  server.clock.advance('P11M')
  await boss.extend('company_10', 'renew')
  await refundOf(boss, 2)
  expect(await boss.shared()).toMatchObject([{ seats: 15 }])
  await refundOf(boss, 1)
  expect(await boss.shared()).toMatchObject([{ seats: 10 }])
})
