import type { RenewalAct, Subscription } from '../subscriptions/subscriptions.ts'

type Recurrence = Partial<Subscription['recurrence']>
type Changes = Partial<Omit<Subscription, 'recurrence' | 'payment'>> & {
  recurrence?: Recurrence
  payment?: Partial<NonNullable<Subscription['payment']>> | null
}

/** What a renewal of one person's own by card lets its reader do. */
function actsOf({ state = 'on', reason, ...recurrence }: Recurrence): RenewalAct[] {
  if (reason === 'awaits_confirmation') return ['confirm_payment']
  if (state !== 'on') return recurrence.if_turned_on ? ['turn_on'] : []
  const undo: RenewalAct[] = recurrence.planned_change ? ['undo_change'] : []
  const open: RenewalAct[] = recurrence.paused_until ? ['resume'] : ['change', 'pause']
  return [...undo, ...open, 'change_card', 'turn_off']
}

/** For tests: a year of premium by card that renews, changed in what matters to the test. */
export function exampleSubscription({ recurrence = {}, payment, ...changes }: Changes = {}): Subscription {
  return {
    id: 1,
    group: 'premium',
    type: { code: 'premium_1y', name: 'Prémium' },
    audience: 'person',
    state: 'active',
    price: { amount: 7990, currency: 'EUR' },
    period: { from: '2026-03-14T18:42:00Z', to: '2027-03-14T18:42:00Z' },
    access: ['web', 'mobile', 'eknihy', 'blog', 'device6'],
    device_limit: 6,
    reads: true,
    given_by: null,
    recurrence: {
      state: 'on',
      reason: null,
      barred: false,
      acts: actsOf(recurrence),
      can_stop_until: '2027-03-10T18:42:00Z',
      paused_until: null,
      planned_change: null,
      change_in_payment: null,
      next_payment: {
        at: '2027-03-12T18:42:00Z',
        price: { amount: 8990, currency: 'EUR' },
        price_change: null,
        failed_attempts: 0,
        failure: null,
      },
      next_type: { code: 'premium_1y', name: 'Prémium' },
      next_length: 'P1Y',
      subscription_id: 1,
      card: null,
      if_turned_on: null,
      ...recurrence,
    },
    payment:
      payment === null
        ? null
        : {
            id: 7,
            method: 'card',
            state: 'paid',
            withdraw_until: null,
            card: { brand: 'Visa', last4: '4242', valid_until: '2028-08-31' },
            receipt_url: null,
            invoice_url: null,
            ...payment,
          },
    ...changes,
  }
}
