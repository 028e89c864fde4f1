import { dayOf, timeZone } from '#server/platform/clock.ts'

/** Days of the time of withdrawal (Directive 2011/83/EU, art. 9(1); Act 108/2024, § 19 and 20). */
export const withdrawalDays = 14

/** Holidays of Slovakia on a fixed day, MM-DD (Act 241/1993, § 1 and 2). */
const fixedHolidays = new Set(
  '01-01 01-06 05-01 05-08 07-05 08-29 09-01 09-15 11-01 11-17 12-24 12-25 12-26'.split(' '),
)

/**
 * When the contract of a payment was concluded: when it was settled, by card as by transfer. Until then a reader may
 * leave the gateway's page or send nothing, and owes nothing.
 */
export const concludedAt = ({
  settledAt,
  at,
}: {
  settledAt: Temporal.Instant | null
  at: Temporal.Instant
}): Temporal.Instant => settledAt ?? at

/**
 * The last day on which a consumer may withdraw. The days begin on the one after the contract, in the publisher's
 * calendar; a last day on a Saturday, a Sunday or a holiday moves to the next working day (Regulation 1182/71, art. 3).
 * Holidays on which people work nowadays (1 September, 17 November; in 2026 also 8 May and 15 September) count as well: a
 * day more wrongs nobody.
 *
 * @param contractAt when the contract was concluded
 */
export function lastDayOfWithdrawal(contractAt: Temporal.Instant): Temporal.PlainDate {
  let day = dayOf(contractAt).add({ days: withdrawalDays })
  while (day.dayOfWeek > 5 || isHoliday(day)) day = day.add({ days: 1 })
  return day
}

/**
 * The last day on which its consumer may still withdraw from a contract.
 *
 * @param contractAt null of what nobody ordered here
 * @returns a day, or null when there is none or it is over
 */
export function withdrawUntil(contractAt: Temporal.Instant | null, now: Temporal.Instant): string | null {
  if (contractAt === null) return null
  const lastDay = lastDayOfWithdrawal(contractAt)
  return Temporal.PlainDate.compare(dayOf(now), lastDay) <= 0 ? lastDay.toString() : null
}

/** The first instant after the time of withdrawal. */
export const endOfWithdrawal = (contractAt: Temporal.Instant): Temporal.Instant =>
  lastDayOfWithdrawal(contractAt).add({ days: 1 }).toZonedDateTime(timeZone).toInstant()

/** Whether a day is a holiday of Slovakia, on a fixed day or by Easter. */
export function isHoliday(day: Temporal.PlainDate): boolean {
  const fromEaster = easterSunday(day.year).until(day).days
  return fixedHolidays.has(day.toString().slice(5)) || fromEaster === -2 || fromEaster === 1
}

/** Easter Sunday of a year of the Gregorian calendar (algorithm of Meeus, Jones and Butcher). */
function easterSunday(year: number): Temporal.PlainDate {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const ofCentury = year % 100
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const days = epact + weekday - 7 * shift + 114
  return Temporal.PlainDate.from({ year, month: Math.floor(days / 31), day: (days % 31) + 1 })
}
