import type { Subscription } from '#contract/subscriptions/subscriptions.ts'

/**
 * Future, then active, then inactive, by the period alone (R4.05). The last instant of the period is the first
 * one without access.
 */
export function subscriptionState(
  period: { startsAt: Temporal.Instant; endsAt: Temporal.Instant },
  now: Temporal.Instant,
): Subscription['state'] {
  if (Temporal.Instant.compare(now, period.startsAt) < 0) return 'future'
  return Temporal.Instant.compare(now, period.endsAt) < 0 ? 'active' : 'inactive'
}
