import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { users } from '#server/modules/identity/tables.ts'
import { outboxMessages } from '#server/modules/outbox/tables.ts'
import { formatPlainDay } from '#server/platform/texts/format.ts'
import { orderGift } from '#server/testing/journeys/buy-gift.ts'
import { giftJourney, newGiftEmail } from '#server/testing/journeys/gift-journey.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { remindGivers, sendDueGifts } from '../index.ts'

const server = openForFile(createMoneyApp)
let journey: ReturnType<typeof giftJourney>
beforeAll(async () => {
  journey = giftJourney(server)
})

const remindedOf = async (giverId: number) =>
  (await server.deps.db.select().from(outboxMessages).where(eq(outboxMessages.userId, giverId))).filter(
    ({ template }) => template === 'gift_unused',
  ).length
/** Moves the clock to an hour, so many days before gifts of today expire. */
const goTo = (paidOn: Temporal.PlainDate, daysBefore: number, hour: number) =>
  server.clock.set(
    paidOn
      .add({ days: 93 - daysBefore })
      .toZonedDateTime({ timeZone: 'Europe/Bratislava', plainTime: { hour } })
      .toInstant()
      .toString(),
  )
const today = () => server.clock.now().toZonedDateTimeISO('Europe/Bratislava').toPlainDate()

test('R17.01 a giver is reminded 30 and 7 days before an unused gift expires, once each', async () => {
  const paidOn = today()
  const { giver, email } = await journey.given()
  const remind = () => Promise.all(Array.from({ length: 20 }, () => remindGivers(server.deps)))
  for (const [daysBefore, hour, times] of [
    [60, 12, 0],
    [30, 7, 0],
    [30, 8, 1],
    [20, 12, 1],
    [7, 7, 1],
    [7, 8, 2],
    [1, 12, 2],
  ] as const) {
    goTo(paidOn, daysBefore, hour)
    await remind()
    expect([daysBefore, hour, await remindedOf(giver.id)]).toEqual([daysBefore, hour, times])
  }
  const mail = await server.mailbox.waitFor(giver.email, ({ subject }) =>
    subject.includes('nie je aktivovaný'),
  )
  expect(mail.text).toContain(email)
  expect(mail.text).toContain('/predplatne#darceky')
  expect(mail.text).toContain(`do ${formatPlainDay('sk', paidOn.add({ days: 93 }))}`)
  goTo(paidOn, -1, 12)
  await remind()
  expect(await remindedOf(giver.id)).toBe(2)
})

test('no reminder of a gift that was used or refunded, is not mailed yet or was mailed just now', async () => {
  const paidOn = today()
  const [used, givenBack] = [await journey.given(), await journey.given()]
  const receiver = await server.signIn()
  expect((await journey.activate(receiver, used.code)).statusCode).toBe(201)
  await givenBack.bought.refund()
  const planning = await server.signIn()
  const planned = await orderGift(server, planning, { email: newGiftEmail(), inDays: 79 })
  await planned.pay()
  goTo(paidOn, 30, 12)
  await remindGivers(server.deps)
  expect(await remindedOf(planning.id)).toBe(0)
  goTo(paidOn, 14, 12)
  await sendDueGifts(server.deps)
  await remindGivers(server.deps)
  expect(await remindedOf(planning.id)).toBe(0)
  goTo(paidOn, 7, 12)
  await remindGivers(server.deps)
  expect(await remindedOf(planning.id)).toBe(1)
  expect([await remindedOf(used.giver.id), await remindedOf(givenBack.giver.id)]).toEqual([0, 0])
})

test('a giver who is about to be erased is not reminded', async () => {
  const paidOn = today()
  const { giver } = await journey.given()
  goTo(paidOn, 30, 12)
  await server.deps.db
    .update(users)
    .set({ anonymizationRequestedAt: server.clock.now() })
    .where(eq(users.id, giver.id))
  await remindGivers(server.deps)
  expect(await remindedOf(giver.id)).toBe(0)
})
