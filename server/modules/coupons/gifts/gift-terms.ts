import { giftLifeDays } from '#contract/gifts/gift-terms.ts'
import { timeZone } from '#server/platform/clock.ts'

/** No gift mail before this hour. */
const mailedFromHour = 8

/**
 * When a gift can no longer be activated: at the end of the 93rd day after the one on which it was paid for, by the
 * calendar in Bratislava, across changes of summer time (DST) (R9.02).
 *
 * @returns exclusive end, a midnight
 */
export const giftExpiresAt = (paidAt: Temporal.Instant): Temporal.Instant =>
  expiryOfDay(dayIn(paidAt).add({ days: giftLifeDays }))

/** Expiry of a gift by its last day: the midnight that ends it. */
export const expiryOfDay = (lastDay: Temporal.PlainDate): Temporal.Instant =>
  lastDay.add({ days: 1 }).toZonedDateTime(timeZone).toInstant()

/** The last day whose gifts are mailed by now: today from eight in the morning on, the day before until then. */
export function lastDueDay(now: Temporal.Instant): Temporal.PlainDate {
  const { hour } = now.toZonedDateTimeISO(timeZone)
  return hour >= mailedFromHour ? dayIn(now) : dayIn(now).subtract({ days: 1 })
}

/** Whether a gift's day has come, or passed during its payment. */
export const isDayOf = (sendOn: string, now: Temporal.Instant): boolean =>
  Temporal.PlainDate.compare(sendOn, dayIn(now)) <= 0

const dayIn = (at: Temporal.Instant): Temporal.PlainDate => at.toZonedDateTimeISO(timeZone).toPlainDate()
