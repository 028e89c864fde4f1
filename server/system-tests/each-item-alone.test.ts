import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { gifts } from '../modules/coupons/tables.ts'
import { orders } from '../modules/orders/tables.ts'
import { cardChanges } from '../modules/payment-cards/tables.ts'
import { payments } from '../modules/payments/tables.ts'
import { recurringProfiles } from '../modules/subscriptions/tables.ts'
import { listFailedItems } from '../platform/jobs/failed-items.ts'
import { lastGift, orderGift } from '../testing/journeys/buy-gift.ts'
import { makePayment } from '../testing/make/purchase.ts'
import { type Cluster, createCluster } from '../testing/setup/cluster.ts'
import { createMoneyApp, eventually, type MoneyApp } from '../testing/setup/money-app.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'profil-each-alone-'))
let server: MoneyApp
let cluster: Cluster

beforeAll(async () => {
  server = await createMoneyApp()
  await server.gateway.setFaults({ webhooks: 'off' })
  cluster = await createCluster({
    DATABASE_URL: server.url,
    DATA_DIR: dataDir,
    DEMO_GATEWAY_URL: server.gateway.url,
    DEMO_GATEWAY_KEY: server.gateway.secret,
  })
})

afterAll(async () => {
  await Promise.all(cluster.all.map(member => member.kill()))
  await server.close()
  rmSync(dataDir, { recursive: true })
})

const past = Temporal.Now.instant().subtract({ hours: 5 })
/** More than one page of a query. */
const poisoned = 120

/** A card order whose page the gateway does not know. */
async function makeLostOrder(userId: number, productCode: string): Promise<number> {
  const { db } = server.deps
  const paymentId = await makePayment(server.deps, {
    userId,
    productCode,
    at: past,
    state: 'submitted',
    gatewayKey: crypto.randomUUID(),
    checkoutReference: `lost-${crypto.randomUUID()}`,
  })
  const [order] = await db
    .insert(orders)
    .values({
      userId,
      productCode,
      method: 'card',
      state: 'waiting',
      priceCents: 7990,
      requestHash: '',
      checkoutUrl: 'http://127.0.0.1:9/lost',
      paymentId,
      createdAt: past,
      expiresAt: past,
    })
    .returning({ id: orders.id })
  return order?.id ?? 0
}

/** A change of a card whose page the gateway does not know. */
async function makeLostChange(): Promise<number> {
  const reader = await server.subscribe()
  const change = (await reader.changeCard(reader.subscriptionId)).json<{ id: number }>()
  const [row] = await server.deps.db
    .update(cardChanges)
    .set({ expiresAt: past })
    .where(eq(cardChanges.id, change.id))
    .returning()
  await server.deps.db
    .update(payments)
    .set({ checkoutReference: 'lost' })
    .where(eq(payments.id, row?.paymentId ?? 0))
  return change.id
}

async function makeOverdueOrder(method: 'card' | 'bank_transfer'): Promise<number> {
  const reader = await server.signIn()
  const { id } = (await reader.order({ product: 'premium_1y', method })).json<Order>()
  await server.deps.db.update(orders).set({ expiresAt: past }).where(eq(orders.id, id))
  return id
}

test('R11.15 a hundred orders unknown to the gateway (poison items) block nothing else, on two workers', async () => {
  const { db } = server.deps
  const unlucky = await server.signIn()
  const lost: number[] = []
  for (let made = 0; made < poisoned; made++) lost.push(await makeLostOrder(unlucky.id, 'premium_1y'))
  const lostChange = await makeLostChange()

  const [byCard, byTransfer] = [await makeOverdueOrder('card'), await makeOverdueOrder('bank_transfer')]
  const changing = await server.subscribe()
  const change = (await changing.changeCard(changing.subscriptionId)).json<{ id: number }>()
  await db.update(cardChanges).set({ expiresAt: past }).where(eq(cardChanges.id, change.id))
  const renewing = await server.subscribe()
  await db
    .update(recurringProfiles)
    .set({ chargeAt: server.clock.now().add({ hours: 24 * 10 }) })
    .where(eq(recurringProfiles.subscriptionId, renewing.subscriptionId))
  const giver = await server.signIn()
  const bought = await orderGift(server, giver, { email: 'obdarovany@example.com', inDays: 1 })
  await bought.pay()
  const gift = await lastGift(giver)
  await db.update(gifts).set({ sendOn: '2020-01-01' }).where(eq(gifts.couponId, gift.id))

  await Promise.all(cluster.workers.map(worker => worker.start()))

  const stateOf = async (id: number) =>
    (await db.select({ state: orders.state }).from(orders).where(eq(orders.id, id)))[0]?.state
  await eventually(() => stateOf(byCard)).toBe('expired')
  await eventually(() => stateOf(byTransfer)).toBe('expired')
  const changeState = async (id: number) =>
    (await db.select().from(cardChanges).where(eq(cardChanges.id, id)))[0]?.state
  await eventually(() => changeState(change.id)).toBe('abandoned')
  await eventually(async () => (await renewing.renewals())[0]?.remindedAt ?? null).not.toBeNull()
  await eventually(async () => (await lastGift(giver)).sent_at).not.toBeNull()

  // Failed items are shown to staff by id, and retried with backoff, not at every run.
  const failed = () => listFailedItems(db, { task: 'expire-orders', limit: 500 })
  await eventually(async () => (await failed()).map(({ item }) => Number(item))).toEqual(
    expect.arrayContaining(lost),
  )
  expect(await failed()).toHaveLength(poisoned)
  expect((await failed())[0]).toMatchObject({ reason: 'Error HTTP 404' })
  const changes = () => listFailedItems(db, { task: 'abandon-card-changes', limit: 500 })
  await eventually(async () => (await changes()).map(({ item }) => Number(item))).toEqual([lostChange])
  expect(await changeState(lostChange)).toBe('waiting')

  // The reader of a lost order can still read it.
  const answer = await unlucky.browser.get(`${unlucky.own}/orders/${lost[0]}`)
  expect([answer.statusCode, answer.json<Order>().state]).toEqual([200, 'waiting'])

  // Once fixed at the gateway, e.g. by the right account's keys, they settle by themselves.
  await db.execute(sql`update payments set checkout_reference = null where checkout_reference like 'lost%'`)
  const skipBackoff = (to: SQL) => db.execute(sql`update failed_items set next_at = ${to}`)
  const unsettled = async () => {
    await skipBackoff(sql`least(next_at, now())`)
    const states = await Promise.all(lost.map(stateOf))
    return states.filter(state => state !== 'expired').length
  }
  await expect.poll(unsettled).toBe(0)
  // One that another worker settled meanwhile is due no more: it is forgotten by its age.
  await eventually(async () => {
    await skipBackoff(sql`next_at - interval '1 hour'`)
    return (await failed()).length + (await changes()).length
  }).toBe(0)
})
