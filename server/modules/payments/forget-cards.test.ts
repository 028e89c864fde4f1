import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { makePayment } from '#server/testing/make/purchase.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { forgetCards } from './forget-cards.ts'
import { cards, payments } from './tables.ts'

const server = openForFile(createMoneyApp)

/** A card of a reader who was erased, and what becomes of it. */
async function cardOfErased() {
  const { id: userId, cardId } = await server.subscribe()
  const { db } = server.deps
  await db.update(cards).set({ toForget: true }).where(eq(cards.id, cardId))
  const find = async () => (await db.select().from(cards).where(eq(cards.id, cardId)))[0]
  const token = (await find())?.gatewayToken ?? ''
  const charge = () =>
    server.gateway.gateway.chargeOffSession({
      key: crypto.randomUUID(),
      amountCents: 50,
      cardToken: token,
      product: 'premium_1y',
    })
  return { userId, cardId, find, charge }
}
const erased = { gatewayToken: 'erased', toForget: false }

test('the gateway deletes the cards of erased readers, and their tokens are erased', async () => {
  const { find, charge } = await cardOfErased()
  const other = await server.subscribe()
  await forgetCards(server.money)
  expect(await find()).toMatchObject(erased)
  expect(await charge()).toEqual({ state: 'declined', reason: 'card_declined' })
  const [kept] = await server.deps.db.select().from(cards).where(eq(cards.id, other.cardId))
  expect(kept).toMatchObject({ toForget: false })
  expect(kept?.gatewayToken).not.toBe('erased')
})

test('while the gateway is down the card waits, and is deleted by a retry', async () => {
  const { find } = await cardOfErased()
  await server.gateway.setFaults({ down: 'hanging_up' })
  await forgetCards(server.money)
  expect(await find()).toMatchObject({ toForget: true })
  expect((await find())?.gatewayToken).not.toBe('erased')
  await server.gateway.setFaults({ down: 'no' })
  server.clock.advance('PT1M')
  await Promise.all([forgetCards(server.money), forgetCards(server.money)])
  expect(await find()).toMatchObject(erased)
})

test('a card that the gateway refuses to delete does not block others', async () => {
  const [refused, next] = [await cardOfErased(), await cardOfErased()]
  const token = (await refused.find())?.gatewayToken
  const gateway = {
    ...server.money.gateway,
    forgetCard: async (cardToken: string) => {
      if (cardToken === token) throw new Error('Not a card of this account')
    },
  }
  await forgetCards({ ...server.money, gateway })
  expect(await refused.find()).toMatchObject({ toForget: true, gatewayToken: token })
  expect(await next.find()).toMatchObject(erased)
  server.clock.advance('PT1M')
  await forgetCards(server.money)
  expect(await refused.find()).toMatchObject(erased)
})

test('a card whose charge is not settled waits, since the charge is found by it', async () => {
  const { userId, cardId, find } = await cardOfErased()
  const at = server.clock.now()
  const given = {
    userId,
    productCode: 'premium_1y',
    at,
    cardId,
    state: 'unknown',
    purpose: 'renewal',
  } as const
  const paymentId = await makePayment(server.deps, given)
  await forgetCards(server.money)
  expect(await find()).toMatchObject({ toForget: true })
  await server.deps.db.update(payments).set({ state: 'failed' }).where(eq(payments.id, paymentId))
  await forgetCards(server.money)
  expect(await find()).toMatchObject(erased)
})
