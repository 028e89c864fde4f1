import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { GiftOffer } from '#contract/gifts/gift-offers.ts'
import { eraseUnsendableGifts, sendDueGifts } from '#server/modules/coupons/index.ts'
import { gifts } from '#server/modules/coupons/tables.ts'
import { users } from '#server/modules/identity/tables.ts'
import { expireOrders } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { dayIn, lastGift, orderGift } from '#server/testing/journeys/buy-gift.ts'
import { eraseWhenDue } from '#server/testing/journeys/erase-when-due.ts'
import { placeOrder } from '#server/testing/journeys/place-order.ts'
import { openOperator, operate } from '#server/testing/make/operator.ts'
import { holdLocks } from '#server/testing/setup/hold-locks.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { eraseReader } from './erase-reader.ts'
import { removeOutdated } from './index.ts'

const server = openForFile(createMoneyApp)

const erase = (id: number) => eraseWhenDue(server, id)

/** A gift that is paid for, to be mailed in forty days; before that its giver is erased. */
async function giftOfErased(email: string, name?: string) {
  const giver = await server.signIn({ name: 'Peter Sedláček' })
  const bought = await orderGift(server, giver, {
    email,
    inDays: 40,
    message: 'Všetko najlepšie!',
    ...(name === undefined ? {} : { name }),
  })
  await bought.pay()
  const { db } = server.deps
  await erase(giver.id)
  const find = async () => (await db.select().from(gifts).where(eq(gifts.buyerId, giver.id)))[0]
  return { bought, find }
}
const gone = { email: '', recipientName: null, message: null }

test('a gift outlives its erased giver: it is mailed on its day with the greeting, without a name, and is then erased', async () => {
  const { find } = await giftOfErased('ondrej@example.com', 'Ondrej')
  expect(await find()).toMatchObject({ email: 'ondrej@example.com', message: 'Všetko najlepšie!' })
  await sendDueGifts(server.deps)
  expect(await find()).toMatchObject({ sentAt: null })

  server.clock.advance('P10D')
  await sendDueGifts(server.deps)
  const mail = await server.mailbox.waitFor('ondrej@example.com')
  expect(mail.subject).toBe('Dostali ste predplatné ako darček')
  expect(mail.text).toContain('Ondrej, dostali ste ako darček predplatné Prémium.')
  expect(mail.text).toContain('„Všetko najlepšie!“')
  expect(mail.text + mail.html).not.toMatch(/erased|anonymised|Sedláček/)
  expect(await find()).toMatchObject({ ...gone, sentAt: expect.anything() })
  const support = await openOperator(server, ['gifts:write'])
  const again = await support.call('gifts send', { id: (await find())?.couponId })
  expect(again.json()).toMatchObject({ errors: [{ key: 'operation_refused', field: 'id' }] })

  const [, code = ''] = /\/login\/gift\/([A-Z0-9-]+)/.exec(mail.text) ?? []
  const offer = await openBrowser(server.app).get(`/rest/api/prv/v1/gifts/${code}`)
  expect(offer.json<GiftOffer>()).toMatchObject({ from: null, name: null, message: null })
  const receiver = await server.signIn()
  const json = { code }
  const taken = await receiver.browser.post(`${receiver.own}/coupon-activations`, { json })
  expect(taken.statusCode).toBe(201)
})

test('a gift with an erased recipient is not mailed: its giver gives it to another address', async () => {
  const receiver = await server.signIn()
  const giver = await server.signIn()
  await (await orderGift(server, giver, { email: receiver.email })).pay()
  await server.mailbox.waitFor(receiver.email)
  await erase(receiver.id)
  await giver.browser.signIn(giver.email)
  const { id, email } = await lastGift(giver)
  expect(email).toBe('')
  const path = `${giver.own}/gifts/${id}`
  const refused = await giver.browser.post(`${path}/send`)
  expect(refused.json()).toMatchObject({ errors: [{ key: 'invalid_email', field: 'email' }] })
  const given = await giver.browser.patch(path, { json: { email: 'anna@example.com' } })
  expect(given.statusCode).toBe(200)
  await server.mailbox.waitFor('anna@example.com')
})

test('R17.08 the order of a gift tells its recipient until the recipient is erased, and keeps nothing of them', async () => {
  const receiver = await server.signIn()
  const giver = await server.signIn()
  const words = { name: 'Ondrej', message: 'Všetko najlepšie!' }
  await (await orderGift(server, giver, { email: receiver.email, ...words })).pay()
  const [order] = await server.deps.db.select().from(orders).where(eq(orders.userId, giver.id))
  const read = async () => (await giver.readOrder(order?.id ?? 0)).gift
  expect(await read()).toMatchObject({ email: receiver.email, ...words })
  expect(JSON.stringify(order)).not.toMatch(new RegExp(`${receiver.email}|Ondrej|najlepšie`))
  await erase(receiver.id)
  await giver.browser.signIn(giver.email)
  expect(await read()).toMatchObject({ email: '', name: null, message: null })
})

test('R17.08 an unpaid order forgets its recipient with them; what is paid for later waits for another address', async () => {
  const receiver = await server.signIn()
  const giver = await server.signIn()
  const words = { name: 'Ondrej', message: 'Všetko najlepšie!' }
  const bought = await orderGift(server, giver, { email: receiver.email, ...words })
  server.clock.advance('P15D')
  await expireOrders(server.money)
  await erase(receiver.id)
  const [order] = await server.deps.db.select().from(orders).where(eq(orders.userId, giver.id))
  expect(order).toMatchObject({ state: 'expired', giftEmail: '', giftName: null, giftMessage: null })

  expect(await bought.pay()).toBe('paid')
  const told = await server.mailbox.waitFor(giver.email, ({ subject }) => subject === 'Darček je zaplatený')
  expect(told.text).toContain('Údaje obdarovaného sme medzičasom vymazali')
  await sendDueGifts(server.deps)
  await giver.browser.signIn(giver.email)
  const { id, ...gift } = await lastGift(giver)
  expect(gift).toMatchObject({ email: '', state: 'planned', sent_at: null })
  const json = { email: 'hana@example.com' }
  expect((await giver.browser.patch(`${giver.own}/gifts/${id}`, { json })).statusCode).toBe(200)
  await sendDueGifts(server.deps)
  await server.mailbox.waitFor(json.email)
})

test('R17.08 an order by card that can be paid no more forgets whom its gift was for', async () => {
  const giver = await server.signIn()
  const gift = { email: 'jana@example.com', name: 'Jana', message: 'Ahoj', date: dayIn(server, 0) }
  await placeOrder(giver, { product: 'gift_premium_1y', method: 'card', gift })
  server.clock.advance('PT1H')
  await expireOrders(server.money)
  const [order] = await server.deps.db.select().from(orders).where(eq(orders.userId, giver.id))
  expect(order).toMatchObject({ state: 'expired', giftEmail: '', giftName: null, giftMessage: null })
})

test('R17.08 a transfer for an order whose recipient was removed after a year still gives a gift, no subscription', async () => {
  const giver = await server.signIn()
  const bought = await orderGift(server, giver, { email: 'iva@example.com' })
  server.clock.advance('P400D')
  await expireOrders(server.money)
  await removeOutdated(server.deps)
  expect(await bought.pay()).toBe('paid')
  expect(await giver.periods()).toEqual([])
  await giver.browser.signIn(giver.email)
  expect(await lastGift(giver)).toMatchObject({ email: '', state: 'planned' })
})

test('a refunded gift of an erased giver is not mailed, and nothing of its recipient stays', async () => {
  const { bought, find } = await giftOfErased('zuzana@example.com')
  await bought.refund()
  server.clock.advance('P10D')
  await sendDueGifts(server.deps)
  await eraseUnsendableGifts(server.deps)
  expect(await find()).toMatchObject({ ...gone, sentAt: null })
  expect(server.mailbox.mails.filter(({ to }) => to === 'zuzana@example.com')).toEqual([])
})

test('R17.08 a cancelled gift that was never mailed forgets its recipient three years after', async () => {
  const giver = await server.signIn()
  const words = { name: 'Ondrej', message: 'Ahoj' }
  await (await orderGift(server, giver, { email: 'ondrej@example.com', ...words, inDays: 40 })).pay()
  await operate(server, 'gifts cancel', { id: (await lastGift(giver)).id, refund: false })
  const { db } = server.deps
  const find = async () => (await db.select().from(gifts).where(eq(gifts.buyerId, giver.id)))[0]
  server.clock.advance('P1090D')
  await removeOutdated(server.deps)
  expect(await find()).toMatchObject({ email: 'ondrej@example.com', sentAt: null })
  server.clock.advance('P10D')
  await removeOutdated(server.deps)
  expect(await find()).toMatchObject({ ...gone, sentAt: null })
})

test('R8.07 race: a gift that is mailed as its giver is erased names no giver, and keeps nothing of its receiver', async () => {
  const { db } = server.deps
  const giver = await server.signIn({ name: 'Peter Sedláček' })
  const bought = await orderGift(server, giver, {
    email: 'viera@example.com',
    inDays: 2,
    message: 'Krásny deň!',
  })
  await bought.pay()
  server.clock.advance('P3D')
  const erased = { ...giver, phone: null, isProven: true }
  const erasure = await holdLocks(db, async tx => {
    await tx.select().from(users).where(eq(users.id, giver.id)).for('update')
    await eraseReader(tx, erased, server.clock.now())
  })
  const sending = sendDueGifts(server.deps)
  await Promise.race([sending, erasure.waitedForBy(1)])
  await erasure.release()
  await sending
  const mail = await server.mailbox.waitFor('viera@example.com')
  expect(mail.text).not.toContain('Sedláček')
  const [gift] = await db.select().from(gifts).where(eq(gifts.buyerId, giver.id))
  expect(gift).toMatchObject({ ...gone, sentAt: expect.anything() })
})
