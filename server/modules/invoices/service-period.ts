import { dayOf } from '#server/platform/clock.ts'
import type { DocumentContent } from './document-content.ts'

/** What is known of a payment about the time that was paid for. */
type PaidTime = {
  /** Of the subscription that it opened. */
  opened: { startsAt: Temporal.Instant; endsAt: Temporal.Instant } | null
  /** Till when a company's subscription is paid for, to which it added seats. */
  seatsUntil: Temporal.Instant | null
  /** Calendar length of a gift, which begins when it is activated. */
  giftLength: string | null
}

/**
 * The period of the service that was paid for (Act 222/2004, § 74 (1) (e)): its last day is the one before the day on
 * which it ends, where the next period begins, so that a year has 365 days and none is on two documents.
 *
 * @param issuedOn from when on seats are added
 */
export function servicePeriod(
  { opened, seatsUntil, giftLength }: PaidTime,
  issuedOn: Temporal.PlainDate,
): DocumentContent['period'] {
  if (giftLength !== null) return { length: giftLength }
  if (seatsUntil) return days(issuedOn, dayOf(seatsUntil))
  return opened && days(dayOf(opened.startsAt), dayOf(opened.endsAt))
}

function days(from: Temporal.PlainDate, end: Temporal.PlainDate) {
  const last = end.subtract({ days: 1 })
  const to = Temporal.PlainDate.compare(from, last) > 0 ? from : last
  return { from: from.toString(), to: to.toString() }
}
