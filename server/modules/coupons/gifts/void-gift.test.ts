import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { lockReader } from '#server/modules/identity/index.ts'
import { giftJourney } from '#server/testing/journeys/gift-journey.ts'
import { makeRefund } from '#server/testing/make/refund.ts'
import { holdLocks } from '#server/testing/setup/hold-locks.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { coupons, gifts } from '../tables.ts'

const server = openForFile(createMoneyApp)
beforeEach(() => server.stopAllRenewals())

const [on, off] = [{ enabled: true }, { enabled: false }] as const

/** A reader who has taken a gift behind what is paid for, and then turned the renewal on: it was put behind the gift. */
async function taken(hours: number) {
  const gifts = giftJourney(server)
  const { giver, code } = await gifts.given()
  const endsAt = server.clock.now().add({ hours })
  const reader = await server.subscribe({ product: 'standard_1y', priceCents: 5490, endsAt })
  await reader.switchRecurrence(reader.subscriptionId, off)
  expect((await gifts.activate(reader, code)).statusCode).toBe(201)
  await reader.switchRecurrence(reader.subscriptionId, on)
  const [payment] = await giver.payments()
  const own = async () => (await reader.list()).find(each => each.type.code === 'standard_1y')?.recurrence
  return { reader, endsAt, own, giveBack: () => makeRefund(server.money, payment?.id ?? 0) }
}

test('R11.01 the renewal behind a gift that is cancelled goes back: it is charged when what is paid for ends, as is told', async () => {
  const { reader, endsAt, own, giveBack } = await taken(24 * 40)
  expect((await own())?.next_payment?.at).not.toBe(endsAt.subtract({ hours: 48 }).toString())
  server.mailbox.mails.length = 0
  await giveBack()
  const at = endsAt.subtract({ hours: 48 }).toString()
  const [shown] = await reader.list()
  expect(shown?.recurrence).toMatchObject({ state: 'on', next_payment: { at, price: { amount: 5990 } } })
  await server.mailbox.waitFor(reader.email, ({ subject }) => subject.endsWith('je zapnuté'))
  server.clock.set(at)
  await server.chargeDue()
  expect((await reader.payments()).at(-1)).toMatchObject({ amountCents: 5990, state: 'paid' })
  expect((await reader.periods()).at(-1)?.startsAt).toEqual(endsAt)
})

test('R11.01 where that is too near to be stopped in time, it is off and can be turned on', async () => {
  const { reader, own, giveBack } = await taken(24 * 5)
  server.clock.advance('P2D')
  await giveBack()
  expect(await own()).toMatchObject({ state: 'off', acts: ['turn_on'] })
  expect((await reader.switchRecurrence(reader.subscriptionId, on)).statusCode).toBe(200)
})

test('R11.01 where that is over, nothing is charged any more', async () => {
  const { reader, endsAt, giveBack } = await taken(24 * 5)
  server.clock.set(endsAt.add({ hours: 1 }).toString())
  await giveBack()
  expect((await reader.renewals()).map(({ state }) => state)).toEqual(['admin_stop'])
})

test('R11.01 race: turned on while the gift is cancelled, nothing is put behind what is over', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => taken(24 * 40)))
  for (const { reader } of all) await reader.switchRecurrence(reader.subscriptionId, off)
  await Promise.all(
    all.flatMap(({ reader, giveBack }) => [giveBack(), reader.switchRecurrence(reader.subscriptionId, on)]),
  )
  for (const { reader } of all) {
    expect((await reader.renewals()).map(each => each.subscriptionId)).toEqual([reader.subscriptionId])
  }
})

test('race: a used code that is tried again waits for no gift that is cancelled, which waits for its reader', async () => {
  const { giver, code } = await giftJourney(server).given()
  const reader = await server.signIn()
  const { activate } = giftJourney(server)
  expect((await activate(reader, code)).statusCode).toBe(201)
  const cancelling = await holdLocks(server.deps.db, tx =>
    tx
      .select()
      .from(coupons)
      .innerJoin(gifts, eq(gifts.couponId, coupons.id))
      .where(eq(gifts.buyerId, giver.id))
      .for('update'),
  )
  expect((await activate(reader, code)).statusCode).toBe(422)
  await cancelling.release(tx => lockReader(tx, reader.id))
})
