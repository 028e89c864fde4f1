import type { recurringProfiles, subscriptions } from '../tables.ts'

/** How long after the end of what is paid, or of a pause, a renewal that failed can still be paid for. */
export const grace = { hours: 14 * 24 }

type Failed = {
  renewal: Pick<typeof recurringProfiles.$inferSelect, 'state' | 'cardId' | 'lastFailure' | 'pausedUntil'>
  subscription: Pick<typeof subscriptions.$inferSelect, 'endsAt'>
}

/** When it is too late to pay for a renewal that failed: its period would be long over. */
export const forgoneAt = ({ renewal, subscription }: Failed): Temporal.Instant =>
  (renewal.pausedUntil ?? subscription.endsAt).add(grace)

/** Whether it is. */
export const isForgone = (failed: Failed, now: Temporal.Instant): boolean =>
  failed.renewal.state === 'system_stop' && Temporal.Instant.compare(now, forgoneAt(failed)) >= 0

/**
 * Whether a renewal waits for its reader, since the bank wants the payment confirmed: strong customer authentication, which
 * no charge without the reader can give (Directive 2015/2366/EU art. 97; R11.12).
 */
export const awaitsConfirmation = (failed: Failed, now: Temporal.Instant): boolean => {
  const { state, cardId, lastFailure } = failed.renewal
  const isWanted = state === 'system_stop' && lastFailure === 'authentication_required'
  return isWanted && cardId !== null && !isForgone(failed, now)
}
