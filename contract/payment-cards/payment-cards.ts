import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { ReturnUrl } from '../orders/orders.ts'
import { DeclineReason } from '../payments/decline-reason.ts'
import { IdParam, Money, RowId, UserParams, usersPath } from '../wire.ts'

const tag = 'Payment card'

/** The charge that verifies a card, refunded at once; the least that gateways accept (R1.23). */
export const verificationPrice = { amount: 50, currency: 'EUR' } as const satisfies z.infer<typeof Money>

/**
 * A change of the card by which a subscription renews (R1.03). The former card is used until the new one is
 * verified by a small charge, which is refunded (R1.23).
 */
export const CardChange = z.object({
  id: z.int(),
  subscription_id: z.int(),
  /**
   * `waiting` for the reader; `verified`: the new card is used, its charge is being refunded; `refunded`: done;
   * `declined` or `abandoned`: the former card stays.
   */
  state: z.enum(['waiting', 'verified', 'refunded', 'declined', 'abandoned']),
  /** The gateway's page for the card, while the change is waiting. */
  redirect_url: z.optional(z.string()),
  verification: z.object({ price: Money, refunded: z.boolean() }),
  /** Why the last card was declined. */
  decline: z.nullable(DeclineReason),
  /** State of a failed renewal that is retried with the new card; null when there was none. */
  overdue_renewal: z.nullable(z.enum(['waiting', 'paid', 'failed'])),
})
export type CardChange = z.infer<typeof CardChange>

export const startCardChange = endpoint({
  method: 'POST',
  path: `${usersPath}/payment-cards/changes`,
  summary:
    'Change the card by which a subscription renews; `verification.refunded` tells that the charge is given back',
  tag,
  access: 'reader',
  params: UserParams,
  body: z.strictObject({
    subscription_id: RowId,
    /** Return address of the gateway's page. `card_change` is added to its query. */
    return_url: ReturnUrl,
  }),
  success: { status: 201, body: CardChange },
  refusals: [
    'subscription_not_found',
    'recurrence_no_payment',
    'recurrence_not_recurrent',
    'return_url_not_allowed',
    'payment_gateway_unavailable',
    'user_anonymization_pending',
    'too_many_requests',
  ],
})

export const readCardChange = endpoint({
  method: 'GET',
  path: `${usersPath}/payment-cards/changes/:id`,
  summary: 'How far a change of the card has come',
  tag,
  access: 'reader',
  params: z.extend(UserParams, { id: IdParam }),
  success: { status: 200, body: CardChange },
})
