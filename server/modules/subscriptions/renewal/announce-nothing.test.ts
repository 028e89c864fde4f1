import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { outboxMessages } from '#server/modules/outbox/tables.ts'
import { buy, payOrder, placeOrder } from '#server/testing/journeys/place-order.ts'
import { createMoneyApp, type MoneyReader } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { disputes } from '../../payments/tables.ts'
import { applyPlannedPrices, notifyPriceChanges, planPrice, remindOfPauses } from '../index.ts'

const server = openForFile(createMoneyApp)
beforeEach(() => server.stopAllRenewals())
const days = (count: number) => ({ hours: 24 * count })
const dayIn = (count: number) =>
  server.clock.now().add(days(count)).toZonedDateTimeISO('Europe/Bratislava').toPlainDate().toString()
const mailsTo = async (reader: MoneyReader) =>
  (await server.deps.db.select().from(outboxMessages).where(eq(outboxMessages.userId, reader.id))).map(
    each => each.template,
  )

/** Somebody whose bank has taken a payment of another subscription back. */
async function disputed() {
  const reader = await server.subscribe({ product: 'standard_1y' })
  const [payment] = await reader.payments()
  await server.deps.db.insert(disputes).values({
    paymentId: payment?.id ?? 0,
    gatewayReference: `du_${reader.id}`,
    state: 'needs_response',
    reason: 'fraudulent',
    amountCents: 8990,
    openedAt: server.clock.now(),
  })
  await server.stopAllRenewals()
  return reader
}

let price = 299
/** Another price, so many days ago that it is told of. */
async function raise() {
  price += 100
  await server.deps.db.transaction(tx =>
    planPrice(tx, server.deps, {
      productCode: 'advert_4w',
      fromDay: dayIn(1),
      priceCents: price,
      printCents: 0,
    }),
  )
  server.clock.advance('P10D')
  await applyPlannedPrices(server.deps)
}

test('R11.12 no price is announced while a payment is disputed, of what was bought meanwhile either', async () => {
  const reader = await disputed()
  await buy(server, reader, 'advert_4w')
  const other = await server.signIn()
  await buy(server, other, 'advert_4w')
  await raise()
  await notifyPriceChanges(server.deps)
  expect(await mailsTo(other)).toContain('price_changed')
  expect(await mailsTo(reader)).not.toContain('price_changed')
})

test('R8.07 no price is announced to who has asked for deletion, of what was paid for on an open page either', async () => {
  const reader = await server.signIn()
  const order = await placeOrder(reader, { product: 'advert_4w', method: 'card' })
  await reader.requestAnonymization()
  await payOrder(server, reader, order)
  await raise()
  await notifyPriceChanges(server.deps)
  expect(await mailsTo(reader)).not.toContain('price_changed')
})

test('R11.12 no end of a pause is announced while a payment is disputed', async () => {
  const reader = await disputed()
  await buy(server, reader, 'advert_4w')
  const id =
    (await reader.list()).find(each => each.state === 'active' && each.recurrence.state === 'on')?.id ?? 0
  expect((await reader.pause(id, 1)).statusCode).toBe(200)
  const renewal = (await reader.renewals()).at(-1)
  server.clock.set((renewal?.chargeAt ?? server.clock.now()).subtract(days(6)).toString())
  await remindOfPauses(server.deps)
  expect(await mailsTo(reader)).not.toContain('pause_ending')
  await server.deps.db.update(disputes).set({ state: 'won', closedAt: server.clock.now() })
  await remindOfPauses(server.deps)
  expect(await mailsTo(reader)).toContain('pause_ending')
})
