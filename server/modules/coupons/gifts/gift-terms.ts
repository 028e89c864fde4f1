import { giftLifeDays } from '#contract/gifts/gift-terms.ts'
import { timeZone } from '#server/platform/clock.ts'

/** Nobody is woken by a gift. */
const mailedFromHour = 8

/**
 * When a gift can no longer be activated: at the end of the 93rd day after the one on which it was paid for, by the
 * calendar in Bratislava, whatever summer time does between (R9.02).
 *
 * @returns the first instant without it, a midnight
 */
export const giftExpiresAt = (paidAt: Temporal.Instant): Temporal.Instant =>
  expiryOfDay(dayIn(paidAt).add({ days: giftLifeDays }))

/** When a gift can no longer be activated whose last day this is: the midnight that ends it. */
export const expiryOfDay = (lastDay: Temporal.PlainDate): Temporal.Instant =>
  lastDay.add({ days: 1 }).toZonedDateTime(timeZone).toInstant()

/** The last day whose gifts are mailed by now: today from eight in the morning on, the day before until then. */
export function lastDueDay(now: Temporal.Instant): Temporal.PlainDate {
  const { hour } = now.toZonedDateTimeISO(timeZone)
  return hour >= mailedFromHour ? dayIn(now) : dayIn(now).subtract({ days: 1 })
}

/** Whether a gift's day has come, or has passed while it was being paid for. */
export const isDayOf = (sendOn: string, now: Temporal.Instant): boolean =>
  Temporal.PlainDate.compare(sendOn, dayIn(now)) <= 0

const dayIn = (at: Temporal.Instant): Temporal.PlainDate => at.toZonedDateTimeISO(timeZone).toPlainDate()
