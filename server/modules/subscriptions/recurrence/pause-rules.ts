import type { pauseMonths, pauseObstacles } from '#contract/recurrence/pause-recurrence.ts'
import { timeZone } from '#server/platform/clock.ts'
import { endOfPeriod } from '../grant-subscription.ts'
import { journeysOf } from '../journeys.ts'
import type { products, recurringProfiles } from '../tables.ts'

type Renewal = typeof recurringProfiles.$inferSelect

/** How long before a pause ends its reader is told (R11.03). */
export const pauseNotice = { days: 7 }

/**
 * When a pause ends: so many calendar months after the end of what is paid, at the same time of day in the publisher's
 * zone; the last day of a month that is shorter.
 */
export const pauseEnd = (
  paidUntil: Temporal.Instant,
  months: (typeof pauseMonths)[number],
): Temporal.Instant => endOfPeriod(paidUntil, `P${months}M`)

/** When the reader is told that a pause ends. */
export const pauseReminder = (until: Temporal.Instant): Temporal.Instant =>
  until.toZonedDateTimeISO(timeZone).subtract(pauseNotice).toInstant()

/** The moment from which pauses count towards those of a year, for one that would begin then. */
export const yearBefore = (paidUntil: Temporal.Instant): Temporal.Instant =>
  paidUntil.toZonedDateTimeISO(timeZone).subtract({ years: 1 }).toInstant()

/** Whether a renewal waits for the end of its pause, or for its begin: neither resumed nor tried again. */
export const isPaused = ({ pausedUntil, chargeAt }: Pick<Renewal, 'pausedUntil' | 'chargeAt'>): boolean =>
  pausedUntil?.equals(chargeAt) ?? false

/**
 * Why a renewal can't be paused: only one person's own, by card, before its payment is announced for the last time, and
 * so many times a year.
 *
 * @param given.stopUntil the last moment in which it can be stopped (R9.05)
 * @param given.isPaidAfter whether a later period is paid for, behind which the renewal is yet to come
 * @param given.begun pauses of this reader that count in the year, and how many the publisher allows
 */
export function pauseObstacle(
  {
    renewal,
    nextProduct,
  }: {
    renewal: Pick<Renewal, 'state' | 'cardId' | 'pausedUntil' | 'paymentId' | 'failedAttempts'>
    nextProduct: Pick<typeof products.$inferSelect, 'audience' | 'renewsInto'>
  },
  {
    now,
    stopUntil,
    isPaidAfter,
    begun,
    allowed,
  }: {
    now: Temporal.Instant
    stopUntil: Temporal.Instant
    isPaidAfter: boolean
    begun: number
    allowed: number
  },
): (typeof pauseObstacles)[number] | null {
  const { state, cardId, pausedUntil, paymentId, failedAttempts } = renewal
  const isOwn = journeysOf(nextProduct).pause && cardId !== null && state === 'active'
  if (!isOwn || isPaidAfter || pausedUntil !== null || allowed === 0) return 'pause_not_possible'
  if (paymentId !== null || failedAttempts > 0 || Temporal.Instant.compare(now, stopUntil) > 0) {
    return 'pause_too_late'
  }
  return begun >= allowed ? 'pause_used_up' : null
}
