import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { lockReader } from '#server/modules/identity/index.ts'
import { outboxMessages } from '#server/modules/outbox/tables.ts'
import { requestRefund } from '#server/modules/payments/index.ts'
import { orderGift } from '#server/testing/journeys/buy-gift.ts'
import { giftJourney, newGiftEmail } from '#server/testing/journeys/gift-journey.ts'
import { makeRefund } from '#server/testing/make/refund.ts'
import { holdLocks } from '#server/testing/setup/hold-locks.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { remindGivers, sendDueGifts } from '../index.ts'

const server = openForFile(createMoneyApp)

test('R9.02 race: a gift that is given back while its mail waits for its giver is not mailed', async () => {
  const giver = await server.signIn()
  const bought = await orderGift(server, giver, { email: newGiftEmail(), inDays: 10 })
  await bought.pay()
  const [payment] = await giver.payments()
  const day = Temporal.PlainDate.from(bought.date)
  const eight = day.toZonedDateTime({ timeZone: 'Europe/Bratislava', plainTime: '08:00' }).toInstant()
  server.clock.set(eight.toString())
  const lock = await holdLocks(server.deps.db, tx => lockReader(tx, giver.id))
  const sending = sendDueGifts(server.deps)
  await lock.waitedForBy(1)
  server.clock.advance('PT1S')
  const given = { reason: 'withdrawal', requestedBy: 'reader', access: 'end', key: 'one' } as const
  await lock.release(tx => requestRefund(tx, server.money, { ...given, paymentId: payment?.id ?? 0 }))
  await sending
  const templates = (await server.deps.db.select().from(outboxMessages)).map(({ template }) => template)
  expect(templates).not.toContain('gift_received')
})

test('R9.02 a giver who takes a gift back while the reminders run is not reminded', async () => {
  const { giver } = await giftJourney(server).given()
  const [payment] = await giver.payments()
  server.clock.advance('P70D')
  // The run began before.
  const begun = server.clock.now()
  const { clock } = server.deps
  server.clock.advance('PT30S')
  await makeRefund(server.money, payment?.id ?? 0)
  await remindGivers({ ...server.deps, clock: { ...clock, now: () => begun } })
  const isTheirs = eq(outboxMessages.userId, giver.id)
  const templates = (await server.deps.db.select().from(outboxMessages).where(isTheirs)).map(
    each => each.template,
  )
  expect(templates).not.toContain('gift_unused')
})
