import { beforeAll, expect, test } from 'vitest'
import { makePeriod, makePrinted, printed } from '#server/testing/make/purchase.ts'
import { createMoneyApp, eventually } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { remindOfPayments } from '../renewal/remind-readers.ts'

const server = openForFile(createMoneyApp)
beforeAll(() => makePrinted(server.deps))

const start = Temporal.Instant.from('2026-09-08T10:00:00Z')
const end = Temporal.Instant.from('2027-09-08T10:00:00Z')
const paidUntil = end.add({ hours: 72 })

/** Print that renews by card, and premium that a transfer has paid for three days longer. */
async function subscribeBeside() {
  server.clock.set('2027-03-10T10:00:00Z')
  const reader = await server.subscribe({
    product: printed,
    priceCents: 24_900,
    startsAt: start,
    endsAt: end,
  })
  const paid = { userId: reader.id, startsAt: start, endsAt: paidUntil }
  await makePeriod(server.deps, { ...paid, productCode: 'premium_1y' })
  const { items } = await reader.listChanges(reader.subscriptionId)
  return { reader, items, change: items.find(each => each.type.code === 'premium_1y') }
}

test('R9.05 changed beside what is paid for longer, it is turned off until 48 hours before its payment, as shown', async () => {
  const { reader, change } = await subscribeBeside()
  await reader.change(reader.subscriptionId, change?.code ?? '')
  server.clock.set(end.subtract({ hours: 80 }).toString())
  const [until] = (await reader.list()).flatMap(each => each.recurrence.can_stop_until ?? [])
  expect(until).toBe(paidUntil.subtract({ hours: 96 }).toString())
  const answer = await reader.switchRecurrence(reader.subscriptionId, { enabled: false })
  expect(answer.statusCode).toBe(200)
})

test('R11.01 R11.02 changed beside what is paid for longer by transfer: quote, list, reminder and charge tell one price and one day', async () => {
  const { reader, items, change } = await subscribeBeside()
  // Behind premium the renewal would be premium's, so standard can be chosen only then.
  expect(items.map(each => each.type.code)).toEqual(['advert_4w', 'premium_1y'])
  const next = { at: paidUntil.subtract({ hours: 48 }).toString(), price: { amount: 8990 } }
  expect(change).toMatchObject({ begins_at: paidUntil.toString(), next_payment: next })
  await reader.change(reader.subscriptionId, change?.code ?? '')
  const shown = async () => (await reader.list()).flatMap(each => each.recurrence.next_payment ?? [])
  expect(await shown()).toMatchObject([next])

  server.clock.set(end.subtract({ hours: 24 * 12 }).toString())
  await remindOfPayments(server.deps)
  const subjects = () =>
    server.mailbox.mails.filter(({ to }) => to === reader.email).map(mail => mail.subject)
  await eventually(async () => subjects().join()).toContain(
    'Ďalšia platba za predplatné bude 9.\u00a0septembra',
  )
  server.clock.set(end.subtract({ hours: 48 }).toString())
  await server.chargeDue()
  expect(await reader.payments()).toHaveLength(1)
  expect(await shown()).toMatchObject([next])
  // Put there, it is told of no second time.
  expect(await remindOfPayments(server.deps)).toBe(0)
  server.clock.set(next.at)
  await server.chargeDue()
  expect((await reader.payments()).slice(1)).toMatchObject([{ amountCents: 8990, state: 'paid' }])
})

test('R11.01 R11.02 behind what the publisher no longer renews no change is offered: nothing would renew after it', async () => {
  server.clock.set('2027-03-10T10:00:00Z')
  const period = { startsAt: start, endsAt: end }
  const reader = await server.subscribe({ ...period, product: printed, priceCents: 24_900 })
  const offered = async () =>
    (await reader.listChanges(reader.subscriptionId)).items.map(each => each.type.code)
  expect(await offered()).toContain('standard_1y')
  const renewal = { state: 'admin_stop' as const, chargeAt: end, nextProductCode: 'standard_1y' }
  const longer = { userId: reader.id, productCode: 'standard_1y', startsAt: start, endsAt: paidUntil }
  await makePeriod(server.deps, { ...longer, renewals: [renewal] })
  expect(await offered()).not.toContain('standard_1y')
})

test('R11.01 R11.02 each of two periods tells the day of a change that is behind a third', async () => {
  server.clock.set('2027-03-10T10:00:00Z')
  const middle = end.subtract({ hours: 24 * 90 })
  const reader = await server.subscribe({ product: printed, startsAt: middle, endsAt: end })
  const before = { userId: reader.id, productCode: printed, startsAt: start, endsAt: middle }
  await makePeriod(server.deps, before)
  await makePeriod(server.deps, { ...before, productCode: 'premium_1y', endsAt: paidUntil })
  const { items } = await reader.listChanges(reader.subscriptionId)
  const change = items.find(each => each.type.code === 'premium_1y')
  await reader.change(reader.subscriptionId, change?.code ?? '')
  const days = (await reader.list()).map(each => [each.type.code, each.recurrence.next_payment?.at])
  const day = paidUntil.subtract({ hours: 48 }).toString()
  expect(days.filter(([code]) => code === printed)).toEqual([
    [printed, day],
    [printed, day],
  ])
})
