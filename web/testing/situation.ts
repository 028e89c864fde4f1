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
