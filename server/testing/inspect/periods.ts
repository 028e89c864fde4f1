import { inArray } from 'drizzle-orm'
import { accesses } from '#server/modules/companies/tables.ts'
import { coupons } from '#server/modules/coupons/tables.ts'
import { payments, refunds } from '#server/modules/payments/tables.ts'
import { products, subscriptions, upgrades } from '#server/modules/subscriptions/tables.ts'
import { daysBetween } from '#server/modules/subscriptions/worth.ts'
import { timeZone } from '#server/platform/clock.ts'
import type { TestApp } from '../setup/test-app.ts'

/**
 * Periods that last longer than what they are of or what refunds have left of it, that nobody has paid for or given, or that went on after a refund that
 * ended them, in words.
 */
export async function checkPeriods(
  { deps: { db } }: TestApp,
  readerIds?: readonly number[],
): Promise<string[]> {
  const [lengths, paid, given, seats, credited, givenBack] = [
    new Map((await db.select().from(products)).map(each => [each.code, each.length])),
    new Map((await db.select().from(payments)).map(each => [each.id, each])),
    new Set((await db.select().from(coupons)).map(each => each.subscriptionId)),
    new Set((await db.select().from(accesses)).map(each => each.seatSubscriptionId)),
    new Set((await db.select().from(upgrades)).flatMap(each => (each.creditedCents ? each.openedId : []))),
    await db.select().from(refunds),
  ]
  const ended = givenBack.filter(each => each.access === 'end')
  const ends = new Map<number, Temporal.Instant>()
  const everyPeriod = await db.select().from(subscriptions).orderBy(subscriptions.id)
  const firsts = new Map<number, number>()
  for (const { id, renewalOf, endsAt } of everyPeriod) {
    const first = firsts.get(renewalOf ?? id) ?? id
    firsts.set(id, first)
    const known = ends.get(first)
    if (!known || Temporal.Instant.compare(endsAt, known) > 0) ends.set(first, endsAt)
  }
  const seatOf = new Map(
    (await db.select().from(accesses)).map(each => [each.seatSubscriptionId, each.subscriptionId]),
  )
  const rows = await db
    .select()
    .from(subscriptions)
    .where(readerIds && inArray(subscriptions.userId, [...readerIds]))
  const faults: string[] = []
  const seen = new Set<number>()
  for (const { id, productCode, startsAt, endsAt, paymentId } of rows) {
    const whole = startsAt.toZonedDateTimeISO(timeZone).add(lengths.get(productCode) ?? 'P0D')
    // The days of a chain are those of its first period: a year may be a day longer, a month after February three.
    const grace = { days: lengths.get(productCode) === 'P1M' ? 3 : 1, hours: 1 }
    const isLonger = Temporal.Instant.compare(endsAt, whole.add(grace).toInstant()) > 0
    // What it took the place of was worth days too, where that was planned anew when the money came.
    if (isLonger && !seats.has(id) && !credited.has(id))
      faults.push(`period ${id} is longer than ${productCode}`)
    const end = ends.get(seatOf.get(id) ?? 0)
    if (end && Temporal.Instant.compare(endsAt, end.add({ milliseconds: 1 })) > 0)
      faults.push(`seat ${id} outlives what it is of`)
    if (paymentId === null) {
      if (!given.has(id) && !seats.has(id)) faults.push(`period ${id} was given by nobody`)
      continue
    }
    if (seen.has(paymentId)) faults.push(`payment ${paymentId} has two periods`)
    seen.add(paymentId)
    const { state, amountCents = 0 } = paid.get(paymentId) ?? {}
    if (state !== 'paid' && state !== 'refunded') faults.push(`period ${id} is of a payment that is ${state}`)
    // A part that was given back while it lasted took its days, also if an upgrade had taken its place and is undone.
    const parts = givenBack
      .filter(each => each.paymentId === paymentId && each.access === 'shorten')
      .filter(each => Temporal.Instant.compare(each.requestedAt, endsAt) < 0)
      .map(each => each.amountCents / amountCents)
    const wholeDays = daysBetween(startsAt, whole.toInstant())
    const most = parts.reduce((days, part) => days - Math.floor(days * part), wholeDays)
    const isWorthMore = daysBetween(startsAt, endsAt) > most + grace.days
    if (isWorthMore && !credited.has(id)) faults.push(`period ${id} was not shortened by a refund`)
    const refund = ended.find(each => each.paymentId === paymentId)
    const isOver = refund && Temporal.Instant.compare(endsAt, refund.requestedAt.add({ minutes: 1 })) <= 0
    if (refund && !isOver) faults.push(`period ${id} goes on after refund ${refund.id}`)
  }
  return faults
}
