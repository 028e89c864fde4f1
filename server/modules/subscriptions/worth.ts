import { timeZone } from '#server/platform/clock.ts'

type Period = { startsAt: Temporal.Instant; endsAt: Temporal.Instant }

const dayOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(timeZone).toPlainDate()

/** Days of the publisher's calendar between two instants. */
export const daysBetween = (from: Temporal.Instant, to: Temporal.Instant): number =>
  dayOf(from).until(dayOf(to)).days

/**
 * Proration credit: the unused part of what was paid for a period, by days of the publisher's calendar; today counts as
 * unused.
 *
 * @param paidCents for the whole period
 */
export function leftCents(period: Period, paidCents: number, now: Temporal.Instant): number {
  const total = daysBetween(period.startsAt, period.endsAt)
  const left = Math.min(total, Math.max(0, daysBetween(now, period.endsAt)))
  return total === 0 ? 0 : Math.round((paidCents * left) / total)
}

/**
 * Prorated price of an upgrade: the difference to a dearer product for the rest of a period that was bought whole, by
 * the same days. Constant within a day.
 *
 * @param period with what was paid for it
 * @param newCents price of a whole period of the dearer product
 * @param newDays how many days that period has; as many as the present one, unless this is a part of one
 */
export function proratedCents(
  period: Period & { priceCents: number },
  newCents: number,
  now: Temporal.Instant,
  newDays?: number,
): number {
  const total = daysBetween(period.startsAt, period.endsAt)
  const left = daysBetween(now, period.endsAt)
  const days = newDays ?? total
  return Math.round((left * (newCents * total - period.priceCents * days)) / (days * total))
}

/**
 * The end of the time that a sum pays for, in whole days, rounded up.
 *
 * @param product what a period of it costs, and its calendar length, e.g. P1Y
 */
export function endOfWorth(
  startsAt: Temporal.Instant,
  product: { priceCents: number; length: string },
  cents: number,
): Temporal.Instant {
  const start = startsAt.toZonedDateTimeISO(timeZone)
  const days = daysBetween(startsAt, start.add(product.length).toInstant())
  return start.add({ days: Math.max(1, Math.ceil((cents * days) / product.priceCents)) }).toInstant()
}
