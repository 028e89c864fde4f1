import { daysBetween, endOfWithdrawal, leftCents } from '#server/modules/subscriptions/index.ts'

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
  /** The period that it opened, as it would run without a later upgrade; null for a gift, and for what was ended early. */
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
 * counted as delivered. What was given back before is a part of it; what took days off the period lowers its price. Of what
 * was delivered to its end nothing comes back.
 *
 * @returns cents to give back now, cents kept for days delivered, and their number
 */
export function sumOfWithdrawal(
  { paidCents, refundedCents, shortenedCents, period, beginsOnRequest }: Contract,
  at: Temporal.Instant,
): { refundCents: number; keptCents: number; days: number } {
  const worthCents = paidCents - shortenedCents
  const dueCents = period && beginsOnRequest ? leftCents(period, worthCents, at) : worthCents
  const refundCents = Math.max(0, dueCents - (refundedCents - shortenedCents))
  const keptCents = paidCents - refundedCents - refundCents
  if (!period || keptCents === 0) return { refundCents, keptCents, days: 0 }
  const until = Temporal.Instant.compare(at, period.endsAt) < 0 ? at : period.endsAt
  return { refundCents, keptCents, days: daysBetween(period.startsAt, until) }
}
