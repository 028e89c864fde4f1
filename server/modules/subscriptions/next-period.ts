import { timeZone } from '#server/platform/clock.ts'
import { endOfPeriod } from './grant-subscription.ts'

/** Grace for a charge that was due at the very end and is settled late. */
const busyRun = { hours: 1 }

type Period = { startsAt: Temporal.Instant; endsAt: Temporal.Instant; anchorAt: Temporal.Instant }

/**
 * The period that follows one that ends at `startsAt`, without gap or overlap. Ends are counted from the anchor, the
 * start of the whole chain, so that month ends do not drift: a chain from 29 February ends on the 28th three times and
 * on the 29th in the fourth year, and one from an hour that summer time (DST) once skips has it again a year later.
 *
 * @param anchorAt when the first period of the chain began; null when unknown
 * @param startsAt the end of the period before
 * @param length calendar length of the new period, e.g. P1Y or P4W
 */
export function nextPeriod(
  anchorAt: Temporal.Instant | null,
  startsAt: Temporal.Instant,
  length: string,
): Period {
  const counted = anchorAt === null ? undefined : endFromAnchor(anchorAt, startsAt, length)
  if (anchorAt !== null && counted) return { startsAt, endsAt: counted, anchorAt }
  // The chain has another length or an unknown anchor: a new chain begins here.
  return { startsAt, endsAt: endOfPeriod(startsAt, length), anchorAt: startsAt }
}

/**
 * The period that a renewal opens. It joins the one before; when that has been over for more than an hour, it begins when
 * it is paid and is counted from there, so that the reader does not pay for past days (R11.10).
 *
 * @param before the period before, and when its chain began
 * @param paidAt when the renewal is known to be paid
 * @param length calendar length, e.g. P1Y or P4W
 */
export const renewedPeriod = (
  before: { anchorAt: Temporal.Instant | null; endsAt: Temporal.Instant },
  paidAt: Temporal.Instant,
  length: string,
): Period =>
  Temporal.Instant.compare(paidAt, before.endsAt.add(busyRun)) > 0
    ? nextPeriod(null, paidAt, length)
    : nextPeriod(before.anchorAt, before.endsAt, length)

/** Undefined when `startsAt` is not a whole number of periods after the anchor. */
function endFromAnchor(
  anchorAt: Temporal.Instant,
  startsAt: Temporal.Instant,
  length: string,
): Temporal.Instant | undefined {
  const anchor = anchorAt.toZonedDateTimeISO(timeZone)
  const period = Temporal.Duration.from(length)
  const after = (count: number) => anchor.add(times(period, count)).toInstant()
  // Months and years differ in length, but the rounded count is off by one at most.
  const guess = Math.round(anchorAt.until(startsAt).total({ unit: 'hours' }) / 24 / averageDays(period))
  const count = [guess - 1, guess, guess + 1].find(each => after(each).equals(startsAt))
  return count === undefined ? undefined : after(count + 1)
}

const averageDays = ({ years, months, weeks, days }: Temporal.Duration) =>
  years * 365.2425 + months * 30.436875 + weeks * 7 + days

const times = ({ years, months, weeks, days }: Temporal.Duration, count: number) =>
  Temporal.Duration.from({
    years: years * count,
    months: months * count,
    weeks: weeks * count,
    days: days * count,
  })
