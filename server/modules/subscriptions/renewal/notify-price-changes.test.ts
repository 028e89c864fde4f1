import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { makeProduct } from '#server/testing/make/purchase.ts'
import { createMoneyApp, type Subscribed } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { applyPlannedPrices, notifyPriceChanges, planPrice, remindOfPayments } from '../index.ts'
import { products } from '../tables.ts'

const server = openForFile(createMoneyApp)
// The readers of other tests would be told and charged as well.
beforeEach(() => server.stopAllRenewals())

const days = (count: number) => ({ hours: 24 * count })
const goTo = (instant: Temporal.Instant) => server.clock.set(instant.toString())
const dayIn = (count: number) =>
  server.clock.now().add(days(count)).toZonedDateTimeISO('Europe/Bratislava').toPlainDate().toString()
const bare = (text: string) => text.replaceAll('\u00a0', ' ')
let made = 0

/** A reader who pays 89.90 € for a year, or for the length given, of a product of its own; the next payment is in so many days. */
async function subscribed({ dueIn, length = 'P1Y' }: { dueIn: number; length?: string }) {
  const code = `own_${++made}`
  await makeProduct(server.deps, { code, length, renewsInto: code })
  const dueAt = server.clock.now().add(days(dueIn))
  const endsAt = dueAt.add(days(2))
  const startsAt = endsAt.subtract(days(length === 'P1Y' ? 365 : 28))
  const reader = await server.subscribe({ product: code, startsAt, endsAt })
  return { ...reader, code, dueAt }
}

const plan = (code: string, fromDay: string, priceCents: number | null) =>
  server.deps.db.transaction(tx =>
    planPrice(tx, server.deps, { productCode: code, fromDay, priceCents, printCents: 0 }),
  )
/** Runs the scheduled tasks. */
async function work() {
  await applyPlannedPrices(server.deps)
  await notifyPriceChanges(server.deps)
}
async function told(reader: Subscribed) {
  // Mails come in their own time; the one that is sent last is waited for.
  await server.mailbox.waitFor(reader.email, mail => mail.subject.startsWith('Cena predplatného'))
  return toldSoFar(reader)
}
const toldSoFar = (reader: Subscribed) =>
  server.mailbox.mails
    .filter(mail => mail.to === reader.email && mail.subject.startsWith('Cena predplatného'))
    .map(mail => bare(mail.text))
const nextPayment = async (reader: Subscribed) =>
  (await reader.list()).find(each => each.recurrence.state === 'on')?.recurrence.next_payment
async function chargedAt(reader: Subscribed, at: Temporal.Instant) {
  goTo(at)
  await work()
  await server.chargeDue()
  return (await reader.payments()).at(-1)?.amountCents
}

test('R11.09 the price that the reader was told is charged, when another comes less than 30 days before the payment', async () => {
  const reader = await subscribed({ dueIn: 13 })
  await remindOfPayments(server.deps)
  const mail = await server.mailbox.waitFor(reader.email)
  expect(bare(mail.text)).toContain('stiahneme 89,90 €')
  await plan(reader.code, dayIn(5), 10_990)
  await work()
  goTo(reader.dueAt.subtract(days(6)))
  await work()
  expect(await nextPayment(reader)).toMatchObject({ price: { amount: 8990 }, price_change: null })
  expect(await chargedAt(reader, reader.dueAt)).toBe(8990)
  expect(toldSoFar(reader)).toEqual([])
})

test('R11.09 a new price is told at least 30 days before the first payment at it, with the last moment to stop, and is charged', async () => {
  const reader = await subscribed({ dueIn: 100 })
  await plan(reader.code, dayIn(80), 10_990)
  goTo(reader.dueAt.subtract(days(45)).subtract({ minutes: 1 }))
  await work()
  expect(await nextPayment(reader)).toMatchObject({ price: { amount: 8990 }, price_change: null })
  goTo(reader.dueAt.subtract(days(44)))
  await Promise.all([work(), work(), work(), work()])
  const [text, ...none] = await told(reader)
  expect(none).toEqual([])
  const local = (instant: Temporal.Instant) => instant.toZonedDateTimeISO('Europe/Bratislava')
  const stop = local(reader.dueAt.subtract(days(2)))
  expect(text).toContain('stiahneme 109,90 € namiesto 89,90 € z karty Visa •••• 4242')
  expect(text).toContain(`vypnúť najneskôr ${stop.day}. `)
  expect(text).toContain(` o ${stop.hour}:${String(stop.minute).padStart(2, '0')}.`)
  expect(await nextPayment(reader)).toMatchObject({
    price: { amount: 10_990 },
    price_change: { at: reader.dueAt.toString(), former_price: { amount: 8990 } },
  })
  expect(await chargedAt(reader, reader.dueAt)).toBe(10_990)
  expect(await nextPayment(reader)).toMatchObject({ price: { amount: 10_990 }, price_change: null })
})

test('R11.09 of four weeks the payment that comes too soon takes the former price, the one after it the new one', async () => {
  const reader = await subscribed({ dueIn: 14, length: 'P4W' })
  await plan(reader.code, dayIn(1), 9990)
  server.clock.advance('P1D')
  await work()
  expect(await told(reader)).toHaveLength(1)
  expect(await nextPayment(reader)).toMatchObject({
    at: reader.dueAt.toString(),
    price: { amount: 8990 },
    price_change: { price: { amount: 9990 }, former_price: { amount: 8990 } },
  })
  const second = Temporal.Instant.from((await nextPayment(reader))?.price_change?.at ?? '')
  expect(Temporal.Instant.compare(second, server.clock.now().add(days(30)))).toBe(1)
  expect(await chargedAt(reader, reader.dueAt)).toBe(8990)
  expect(await nextPayment(reader)).toMatchObject({ at: second.toString(), price: { amount: 9990 } })
  expect(await chargedAt(reader, second)).toBe(9990)
  expect(await told(reader)).toHaveLength(1)
})

test.each([
  ['lower for one period only', 7990, 8990],
  ['higher twice', 9990, 10_990],
])('R11.09 two prices of four weeks, %s: each is told once, and charged', async (_how, first, second) => {
  const reader = await subscribed({ dueIn: 40, length: 'P4W' })
  await plan(reader.code, dayIn(30), first)
  await plan(reader.code, dayIn(60), second)
  await work()
  goTo(reader.dueAt.subtract(days(16)))
  for (let run = 0; run < 10; run++) await work()
  await expect.poll(() => toldSoFar(reader).length).toBe(2)
  expect(await nextPayment(reader)).toMatchObject({
    price: { amount: first },
    price_change: { price: { amount: second }, former_price: { amount: first } },
  })
  const at = Temporal.Instant.from((await nextPayment(reader))?.price_change?.at ?? '')
  expect(await chargedAt(reader, reader.dueAt)).toBe(first)
  expect(await chargedAt(reader, at)).toBe(second)
  expect(toldSoFar(reader)).toHaveLength(2)
})

test('R11.09 a lower price of the next payment leaves the announced price of the one after it', async () => {
  const reader = await subscribed({ dueIn: 14, length: 'P4W' })
  await plan(reader.code, dayIn(30), 9990)
  await work()
  expect(await told(reader)).toHaveLength(1)
  // Less than 30 days before the second payment nothing could be told of it anew.
  goTo(reader.dueAt.subtract(days(1)))
  await plan(reader.code, dayIn(1), 7990)
  for (let run = 0; run < 3; run++) await work()
  await expect.poll(() => toldSoFar(reader).length).toBe(2)
  expect(toldSoFar(reader)[1]).toContain('79,90 € namiesto 89,90 €')
  expect(await nextPayment(reader)).toMatchObject({
    price: { amount: 7990 },
    price_change: { price: { amount: 9990 }, former_price: { amount: 7990 } },
  })
  const at = Temporal.Instant.from((await nextPayment(reader))?.price_change?.at ?? '')
  expect(await chargedAt(reader, reader.dueAt)).toBe(7990)
  expect(await chargedAt(reader, at)).toBe(9990)
  expect(toldSoFar(reader)).toHaveLength(2)
})

test('R11.09 a price that is planned anew is told anew; one that changes too late waits for the next payment', async () => {
  const reader = await subscribed({ dueIn: 40 })
  const day = dayIn(35)
  await plan(reader.code, day, 9990)
  await work()
  await plan(reader.code, day, 10_490)
  await work()
  await expect.poll(() => toldSoFar(reader).length).toBe(2)
  expect(toldSoFar(reader)[1]).toContain('104,90 € namiesto 99,90 €')
  goTo(reader.dueAt.subtract(days(29)))
  await plan(reader.code, day, 11_990)
  await work()
  expect(toldSoFar(reader)).toHaveLength(2)
  expect(await chargedAt(reader, reader.dueAt)).toBe(10_490)
})

test('R11.09 a price that is taken back is told at once, however near the payment', async () => {
  const reader = await subscribed({ dueIn: 40 })
  const day = dayIn(39)
  await plan(reader.code, day, 9990)
  await work()
  expect(await told(reader)).toHaveLength(1)
  goTo(reader.dueAt.subtract(days(3)))
  await plan(reader.code, day, null)
  await work()
  await expect.poll(() => toldSoFar(reader).length).toBe(2)
  expect(toldSoFar(reader)[1]).toMatch(/89,90 € namiesto 99,90 €[^]*Nemusíte robiť nič\./)
  expect(await nextPayment(reader)).toMatchObject({ price: { amount: 8990 }, price_change: null })
  expect(await chargedAt(reader, reader.dueAt)).toBe(8990)
})

test('R11.09 a reader who turns renewal off and on again pays the price that the page shows then', async () => {
  const reader = await subscribed({ dueIn: 20 })
  await server.deps.db.update(products).set({ priceCents: 9990 }).where(eq(products.code, reader.code))
  await work()
  expect(await nextPayment(reader)).toMatchObject({ price: { amount: 8990 } })
  await reader.switchRecurrence(reader.subscriptionId, { enabled: false })
  await reader.switchRecurrence(reader.subscriptionId, { enabled: true })
  const mail = await server.mailbox.waitFor(reader.email, each => each.subject.includes('zapnuté'))
  expect(bare(mail.text)).toContain('stiahneme 99,90 €')
  expect(await nextPayment(reader)).toMatchObject({ price: { amount: 9990 } })
  expect(await chargedAt(reader, reader.dueAt)).toBe(9990)
})

test('R11.09 a retried payment costs what it did on its day', async () => {
  const reader = await subscribed({ dueIn: 14, length: 'P4W' })
  await plan(reader.code, dayIn(1), 9990)
  server.clock.advance('P1D')
  await work()
  expect(await told(reader)).toHaveLength(1)
  await server.deps.db.execute(
    sql`update cards set gateway_token = 'nobody', valid_until = '2099-12-31' where id = ${reader.cardId}`,
  )
  expect(await chargedAt(reader, reader.dueAt)).toBe(8990)
  server.clock.advance('PT15M')
  await server.chargeDue()
  const tried = (await reader.payments()).filter(each => each.purpose === 'renewal')
  expect(tried.map(each => [each.state, each.amountCents])).toEqual([
    ['failed', 8990],
    ['failed', 8990],
  ])
  expect(await nextPayment(reader)).toMatchObject({ price: { amount: 8990 }, failure: 'card_declined' })
})

test('R11.09 a reader whose notice fails does not block others', async () => {
  const broken = await subscribed({ dueIn: 40 })
  const reader = await subscribed({ dueIn: 40 })
  await server.deps.db.execute(sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'This row cannot be written'; end $$`)
  await server.deps.db.execute(
    sql.raw(`create trigger refuse before update on recurring_profiles for each row
      when (old.subscription_id = ${broken.subscriptionId}) execute function refuse()`),
  )
  try {
    for (const { code } of [broken, reader]) await plan(code, dayIn(1), 9990)
    server.clock.advance('P1D')
    await work()
    expect(await told(reader)).toHaveLength(1)
    expect(await nextPayment(broken)).toMatchObject({ price: { amount: 8990 }, price_change: null })
  } finally {
    await server.deps.db.execute(sql`drop trigger refuse on recurring_profiles`)
  }
})
