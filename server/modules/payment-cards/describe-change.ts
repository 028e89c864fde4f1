import type { CardChange } from '#contract/payment-cards/payment-cards.ts'
import { DeclineReason } from '#contract/payments/decline-reason.ts'
import type { ChangeRow } from './store.ts'

/** A change of the card as its reader is shown it. */
export function describeChange({ change, payment, overdue }: ChangeRow): CardChange {
  const decline = DeclineReason.safeParse(payment.failure)
  return {
    id: change.id,
    subscription_id: change.subscriptionId,
    state: change.state,
    ...(change.state === 'waiting' && change.checkoutUrl !== null
      ? { redirect_url: change.checkoutUrl }
      : {}),
    // Shown before the card is given, so a promise: it stays, whatever the state is by now (R1.23).
    verification: { price: { amount: payment.amountCents, currency: 'EUR' }, refunded: true },
    decline: decline.success ? decline.data : null,
    overdue_renewal: overdue && overdueState(overdue.state),
  }
}

function overdueState(
  state: NonNullable<ChangeRow['overdue']>['state'],
): NonNullable<CardChange['overdue_renewal']> {
  if (state === 'active') return 'waiting'
  return state === 'charged' ? 'paid' : 'failed'
}
