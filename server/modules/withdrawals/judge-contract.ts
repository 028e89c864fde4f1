import { endOfWithdrawal, leftCents } from '#server/modules/subscriptions/index.ts'
import { dayOf } from '#server/platform/clock.ts'

/** What a contract says that decides on a withdrawal. */
export type Contract = {
  paidCents: number
  /** What was given back of it before. */
  refundedCents: number
  /** How much of that for days that were taken off the end of its period. */
  shortenedCents: number
  /** When its payment was settled. */
  concludedAt: Temporal.Instant
  isRefunded: boolean
  isWithdrawn: boolean
  /** The period that it opened, as it would run without a later upgrade; null for a gift. */
  period: { startsAt: Temporal.Instant; endsAt: Temporal.Instant } | null
  /** Whether the order keeps the request to begin at once, and the information about withdrawal. */
  beginsOnRequest: boolean
}

export type Verdict = 'open' | 'withdrawn' | 'refunded' | 'late'

/**
 * Whether its consumer may withdraw from a contract at a moment: until the last second of the last day in Bratislava
 * (Directive 2011/83/EU, art. 9).
 */
export function judgeContract(contract: Contract, at: Temporal.Instant): Verdict {
  if (contract.isWithdrawn) return 'withdrawn'
  if (contract.isRefunded) return 'refunded'
  return Temporal.Instant.compare(at, endOfWithdrawal(contract.concludedAt)) < 0 ? 'open' : 'late'
}

/**
 * What comes back. The whole sum (Directive 2011/83/EU, art. 13(1)), unless the order keeps the request to begin at once
 * and the information (art. 14(3) and 14(4)(a); Act 108/2024, § 17(10) and § 21(5)): then what is left of the period by whole days, the present one not
 * counted as delivered. What was given back before is a part of it; what took days off the period lowers its price.
 *
 * @returns cents to give back now, cents kept for days delivered, and their number
 */
export function sumOfWithdrawal(
  { paidCents, refundedCents, shortenedCents, period, beginsOnRequest }: Contract,
  at: Temporal.Instant,
): { refundCents: number; keptCents: number; days: number } {
  const restCents = paidCents - refundedCents
  const worthCents = paidCents - shortenedCents
  const before = refundedCents - shortenedCents
  const left = period && beginsOnRequest ? leftCents(period, worthCents, at) : worthCents
  // More was given back than is due, e.g. after a complaint: the remainder as well, rather than nothing.
  const isPart = period !== null && left < worthCents && left > before
  if (!isPart) return { refundCents: restCents, keptCents: 0, days: 0 }
  const days = dayOf(period.startsAt).until(dayOf(at)).days
  return { refundCents: left - before, keptCents: worthCents - left, days }
}
