import type { Refund } from '#contract/payments/refunds.ts'
import type { RefundRow } from '../payments-deps.ts'

/** No gateway tells when a bank has credited a card: most do within five to ten days. */
const cardTakes = { hours: 10 * 24 }

/** A refund as its reader is told of it. One that failed is still to come: a person sees to it. */
export function describeRefund(row: RefundRow, now: Temporal.Instant): Refund {
  const isCredited =
    row.way === 'card' && row.sentAt !== null && Temporal.Instant.compare(row.sentAt.add(cardTakes), now) <= 0
  const state = row.state === 'failed' ? 'requested' : row.state
  return {
    id: row.id,
    price: { amount: row.amountCents, currency: 'EUR' },
    way: row.way,
    state: state === 'sent' && isCredited ? 'arrived' : state,
    requested_at: row.requestedAt.toString(),
    sent_at: state === 'requested' ? null : (row.sentAt?.toString() ?? null),
  }
}
