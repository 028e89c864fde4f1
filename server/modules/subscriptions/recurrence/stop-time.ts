import { stopNoticeMs } from '#contract/recurrence/recurrence.ts'
import type { recurringProfiles } from '../tables.ts'

type Renewal = Pick<typeof recurringProfiles.$inferSelect, 'chargeAt' | 'failedAttempts' | 'paymentId'>

/** How long before a payment its renewal can still be stopped (R9.05). */
export const stopNotice = Temporal.Duration.from({ milliseconds: stopNoticeMs })

/**
 * The last moment in which a renewal can be stopped. Once a payment has failed, its own day is over: then it is any
 * moment before the next attempt.
 */
export const stopUntil = ({ chargeAt, failedAttempts }: Omit<Renewal, 'paymentId'>): Temporal.Instant =>
  failedAttempts > 0 ? chargeAt : chargeAt.subtract(stopNotice)

/** Whether it is too late to stop a renewal (R9.05); while a failed payment is tried again, it is only during an attempt. */
export const isTooLateToStop = (renewal: Renewal, now: Temporal.Instant): boolean =>
  (renewal.failedAttempts > 0 && renewal.paymentId !== null) ||
  Temporal.Instant.compare(now, stopUntil(renewal)) > 0
