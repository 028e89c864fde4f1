import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { AgreedTerms } from '../orders/order-terms.ts'
import { AccessFlag, Card, ProductName, Subscription } from '../subscriptions/subscriptions.ts'
import { IdParam, Instant, Money, UserParams } from '../wire.ts'
import { ChangePayment, chargedAtOnce, choicePaths, OfferCode } from './recurrence.ts'

const path = choicePaths.changes
const params = z.extend(UserParams, { id: IdParam })
const own = { tag: 'Renewal', access: 'reader', params } as const

/** Why a subscription can't be changed for another. */
export const changeObstacles = [
  'change_not_renewing',
  'change_stopped',
  'change_not_by_card',
  'change_not_for_one',
  'change_paused',
] as const

/** A product for which a subscription can be changed, with what it would cost now and when it would begin (R11.02). */
export const Change = z.object({
  /** Identifies the change with what its reader was shown: another sum or day is another change. */
  code: z.string(),
  /** `at_once`: it gives all that the present one does, and is as long; every other begins when what is paid ends. */
  kind: z.enum(['at_once', 'at_end']),
  type: ProductName,
  /** Price and calendar length of a whole period. */
  price: Money,
  length: z.string(),
  gained: z.array(AccessFlag),
  lost: z.array(AccessFlag),
  device_limit: z.int(),
  /** Charged at once, for the rest of the present period (proration); 0 when it begins later. */
  today: Money,
  begins_at: Instant,
  next_payment: z.object({ at: Instant, price: Money }),
  /**
   * Whether it is paid at once and its invoice would go abroad, where the publisher does not sell (R11.05): refused until
   * the reader has another invoice address.
   */
  invoice_abroad: z.boolean(),
})
export type Change = z.infer<typeof Change>

/** What a subscription can be changed for. */
export const Changes = z.object({
  obstacle: z.nullable(z.enum(changeObstacles)),
  present: z.object({
    type: ProductName,
    price: Money,
    length: z.string(),
    access: z.array(AccessFlag),
    device_limit: z.int(),
    /** The end of all that is paid for. */
    paid_until: Instant,
  }),
  card: z.nullable(Card),
  /** None when there is an obstacle. */
  items: z.array(Change),
})
export type Changes = z.infer<typeof Changes>

export const listChanges = endpoint({
  ...own,
  method: 'GET',
  path,
  summary: 'What a subscription can be changed for, what that costs now and when it begins, or why it cannot',
  success: { status: 200, body: Changes },
  refusals: ['subscription_not_found'],
})

export const changeSubscription = endpoint({
  ...own,
  method: 'POST',
  path: `${path}/:code`,
  summary:
    'Change a subscription for another: at once by a charge of the difference, or when what is paid ends',
  params: z.extend(params, { code: OfferCode }),
  /** What stood over the button of a change that is paid at once, which is an order; not needed for one that begins later. */
  body: z.strictObject({ agreed: z.optional(AgreedTerms) }),
  success: { status: 201, body: Subscription },
  accepted: { body: ChangePayment },
  refusals: chargedAtOnce,
})

export const undoChange = endpoint({
  ...own,
  method: 'DELETE',
  path,
  summary: 'Undo a planned change, until its payment is made',
  success: { status: 200, body: Subscription },
  refusals: ['subscription_not_found', 'change_not_planned', 'change_too_late'],
})
