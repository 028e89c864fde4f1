import { beforeAll, expect, test } from 'vitest'
import type { AddedAccess } from '#contract/companies/companies.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { settleStoppedRenewals } from '#server/modules/subscriptions/index.ts'
import { payTransfer, placeOrder } from '#server/testing/journeys/place-order.ts'
import { somebody } from '#server/testing/make/company-people.ts'
import { openCompanySales, packageAccess } from '#server/testing/make/company-sales.ts'
import { makeProduct } from '#server/testing/make/purchase.ts'
import type { MoneyReader } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(openCompanySales)
beforeAll(async () => {
  await makeProduct(server.deps, {
    code: 'family_4',
    audience: 'family',
    access: packageAccess,
    seats: 4,
    priceCents: 13_990,
    renewsInto: 'family_4',
  })
})

/** A family by card, and somebody who has taken a seat in it. */
async function family() {
  const owner = await server.subscribe({ product: 'family_4', priceCents: 13_990 })
  const path = `${owner.own}/companies/${owner.subscriptionId}/accesses`
  const added = await owner.browser.post(path, { json: { email: somebody() } })
  const child = await server.take(added.json<{ results: AddedAccess[] }>().results[0]?.access)
  return { owner, child }
}

async function buyAgain(owner: MoneyReader) {
  const order = await placeOrder(owner, { product: 'family_4', method: 'bank_transfer' })
  expect(await payTransfer(server, order)).toBe('paid')
}

test('a renewal by card keeps its people', async () => {
  const { owner, child } = await family()
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

test('R11.01 one that was bought again, withdrawn from, and bought once more, keeps its people', async () => {
  const { owner, child } = await family()
  await buyAgain(owner)
  const [, withdrawn] = await owner.payments()
  expect((await owner.withdraw(withdrawn?.id ?? 0)).statusCode).toBe(200)
  await buyAgain(owner)
  const [first, , last] = await owner.periods()
  expect(last?.startsAt).toEqual(first?.endsAt)
  expect((await child.list())[0]?.period.to).toBe(last?.endsAt.toString())
})

test('R11.01 a charge that is found paid after it was bought again: both years follow, with its people', async () => {
  const { owner, child } = await family()
  server.clock.set(owner.endsAt.subtract({ hours: 40 }).toString())
  await server.gateway.setFaults({ lose_answers: true, webhooks: 'off' })
  await server.chargeDue()
  await server.gateway.setFaults({})
  await server.stopAllRenewals()
  await buyAgain(owner)
  server.clock.advance('PT1H')
  await settleStoppedRenewals(server.money)
  const [first, second, third] = await owner.periods()
  expect([second?.startsAt, third?.startsAt]).toEqual([first?.endsAt, second?.endsAt])
  expect((await child.list())[0]?.period.to).toBe(third?.endsAt.toString())
})
