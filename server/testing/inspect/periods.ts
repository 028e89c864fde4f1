import { inArray } from 'drizzle-orm'
import { accesses } from '#server/modules/companies/tables.ts'
import { coupons } from '#server/modules/coupons/tables.ts'
import { payments, refunds } from '#server/modules/payments/tables.ts'
import { products, subscriptions, upgrades } from '#server/modules/subscriptions/tables.ts'
import { daysBetween } from '#server/modules/subscriptions/worth.ts'
import { timeZone } from '#server/platform/clock.ts'
import type { TestApp } from '../setup/test-app.ts'

/**
 * What is wrong with periods, in words: longer than what was bought, or than what refunds have left of it, paid for or
 * given by nobody, gone on after a refund that ended them, or a seat beyond what it is a seat of.
 */
export async function checkPeriods(
  { deps: { db } }: TestApp,
  readerIds?: readonly number[],
): Promise<string[]> {
  const [sold, paid, given, seats, credited, givenBack] = [
    new Map((await db.select().from(products)).map(each => [each.code, each])),
    new Map((await db.select().from(payments)).map(each => [each.id, each])),
    new Set((await db.select().from(coupons)).map(each => each.subscriptionId)),
    new Map((await db.select().from(accesses)).map(each => [each.seatSubscriptionId, each.subscriptionId])),
    new Set((await db.select().from(upgrades)).flatMap(each => (each.creditedCents ? each.openedId : []))),
    await db.select().from(refunds).orderBy(refunds.id),
  ]
  const ended = givenBack.filter(each => each.access === 'end')
  const ends = await findEnds(db)
  const rows = await db
    .select()
    .from(subscriptions)
    .where(readerIds && inArray(subscriptions.userId, [...readerIds]))
  const faults: string[] = []
  const seen = new Set<number>()
  for (const { id, productCode, startsAt, endsAt, paymentId } of rows) {
    const { length = 'P0D', audience } = sold.get(productCode) ?? {}
    // A company's: an earlier seat of somebody who has another one by now.
    const isSeat = seats.has(id) || (paymentId === null && audience === 'company')
    const whole = startsAt.toZonedDateTimeISO(timeZone).add(length)
    // The days of a chain are those of its first period: a year may be a day longer, a month after February three.
    const grace = { days: length === 'P1M' ? 3 : 1, hours: 1 }
    const isLonger = Temporal.Instant.compare(endsAt, whole.add(grace).toInstant()) > 0
    // What it took the place of was worth days too, where that was planned anew when the money came.
    if (isLonger && !isSeat && !credited.has(id)) faults.push(`period ${id} is longer than ${productCode}`)
    const end = ends.get(seats.get(id) ?? 0)
    // One that was taken as its end was written lasts a millisecond.
    const isNothing = startsAt.until(endsAt).total('milliseconds') <= 1
    if (end && !isNothing && Temporal.Instant.compare(endsAt, end.add({ milliseconds: 1 })) > 0)
      faults.push(`seat ${id} outlives what it is of`)
    if (paymentId === null) {
      if (!given.has(id) && !isSeat) faults.push(`period ${id} was given by nobody`)
      continue
    }
    if (seen.has(paymentId)) faults.push(`payment ${paymentId} has two periods`)
    seen.add(paymentId)
    const { state, amountCents = 0 } = paid.get(paymentId) ?? {}
    if (state !== 'paid' && state !== 'refunded') faults.push(`period ${id} is of a payment that is ${state}`)
    // A part that was given back while it lasted took its days, also if an upgrade had taken its place and is undone.
    const isOverAt = (at: Temporal.Instant) => Temporal.Instant.compare(endsAt, at.add({ minutes: 1 })) <= 0
    const parts = givenBack
      .filter(each => each.paymentId === paymentId && each.access === 'shorten')
      .filter(each => !isOverAt(each.requestedAt))
      .map(each => each.amountCents / amountCents)
    const wholeDays = daysBetween(startsAt, whole.toInstant())
    const most = parts.reduce((days, part) => days - Math.floor(days * part), wholeDays)
    const isWorthMore = daysBetween(startsAt, endsAt) > most + grace.days
    if (isWorthMore && !credited.has(id))
      faults.push(`period ${id} has ${daysBetween(startsAt, endsAt)} days, refunds have left ${most}`)
    const refund = ended.find(each => each.paymentId === paymentId)
    if (refund && !isOverAt(refund.requestedAt)) faults.push(`period ${id} goes on after refund ${refund.id}`)
  }
  return faults
}

/** When each chain of renewals ends, by its first period. */
async function findEnds(db: TestApp['deps']['db']): Promise<Map<number, Temporal.Instant>> {
  const ends = new Map<number, Temporal.Instant>()
  const firsts = new Map<number, number>()
  for (const { id, renewalOf, endsAt } of await db.select().from(subscriptions).orderBy(subscriptions.id)) {
    const first = firsts.get(renewalOf ?? id) ?? id
    firsts.set(id, first)
    const known = ends.get(first)
    if (!known || Temporal.Instant.compare(endsAt, known) > 0) ends.set(first, endsAt)
  }
  return ends
}
