import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { giverValues } from '#web/lib/reader/giver-values.ts'
import { cardName } from '#web/lib/reader/subscription-words.ts'
import type { Sentence } from './sentence.ts'

/** Why a subscription ends, or has ended, instead of renewing, and what that means for the reader's money. */
export function describeEnd(subscription: Subscription): Sentence[] {
  return subscription.state === 'inactive' ? describePastEnd(subscription) : describeComingEnd(subscription)
}

function describeComingEnd(subscription: Subscription): Sentence[] {
  const { audience, payment, recurrence, given_by: from, reads } = subscription
  if (from !== null) {
    const id = audience === 'company' ? 'subscriptions.ends_seat.company' : 'subscriptions.ends_seat.family'
    return [{ id, values: giverValues(from) }]
  }
  if (!reads) return [{ id: 'subscriptions.managed' }]
  if (recurrence.reason === 'stopped_by_reader') return [{ id: 'subscriptions.stopped_by_reader' }]
  if (recurrence.reason === 'stopped_after_failures') {
    return [{ id: 'subscriptions.stopped_after_failures' }, { id: 'subscriptions.read_on' }]
  }
  // What is to be done about it stands in the notice.
  if (recurrence.reason === 'awaits_confirmation') return []
  if (recurrence.reason === 'stopped_by_publisher') return [{ id: 'subscriptions.stopped_by_publisher' }]
  if (audience === 'gift') return [{ id: 'subscriptions.ends_gift' }]
  return [{ id: payment?.method === 'bank_transfer' ? 'subscriptions.ends_transfer' : 'subscriptions.ends' }]
}

/** Of ended subscriptions, only refunds, cancelled gifts and failed renewals are explained. */
function describePastEnd({ payment, recurrence }: Subscription): Sentence[] {
  if (payment?.state === 'refunded') return [{ id: 'subscriptions.refunded' }]
  if (recurrence.reason === 'gift_cancelled') return [{ id: 'subscriptions.gift_cancelled' }]
  if (recurrence.reason !== 'stopped_after_failures') return []
  return payment?.card
    ? [{ id: 'subscriptions.renewal_failed.card', values: { card: cardName(payment.card) } }]
    : [{ id: 'subscriptions.renewal_failed.other' }]
}
