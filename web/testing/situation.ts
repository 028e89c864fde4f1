import type { Subscription } from '#contract/subscriptions/subscriptions.ts'

type Recurrence = Partial<Subscription['recurrence']>

/** For tests: a renewal that is not on, and why. */
export const noRenewal = (
  state: 'off' | 'unavailable',
  reason: Subscription['recurrence']['reason'],
): Recurrence => ({
  state,
  reason,
  can_stop_until: null,
  paused_until: null,
  next_payment: null,
})

/** For tests. Every line is a sentence as the reader reads it: the answer, what is next, then a warning after „!“. */
export type Situation = { what: string; subscription: Subscription; now?: string; sk: string[]; en: string[] }

/** For tests: a price. */
export const euros = (amount: number) => ({ amount, currency: 'EUR' as const })

/** For tests: the payment that comes next. */
export const nextPayment = {
  at: '2027-03-12T18:42:00Z',
  price: euros(8990),
  price_change: null,
  failed_attempts: 0,
  failure: null,
}
