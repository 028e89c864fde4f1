import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { DeclineReason } from '../payments/decline-reason.ts'
import { Day, Instant, Money, UserParams, usersPath } from '../wire.ts'
import { Concern } from './concerns.ts'

/** Groups of subscriptions (R1.19). */
export const subscriptionGroups = [
  'none',
  'premium',
  'premium_plus',
  'standard',
  'standard_advert',
  'spectator',
  'spectator_premium_plus',
  'sportnet',
  'myregiony',
  'advert',
] as const
export const SubscriptionGroup = z.enum(subscriptionGroups)
export type SubscriptionGroup = z.infer<typeof SubscriptionGroup>

/** Groups that are sold to people and never to companies (R1.22): Standard, with advertising and without. */
export const personalGroups: ReadonlySet<SubscriptionGroup> = new Set(['standard', 'standard_advert'])

/** Access flags: rights given by a subscription (R1.20). */
export const AccessFlag = z.enum([
  'web',
  'print',
  'mobile',
  'no_advert_web',
  'no_advert_mobile',
  'myreg_web',
  'myreg_pdf',
  'eknihy',
  'dennik',
  'device3',
  'device6',
  'article',
  'no_advert',
  'sportnet',
  'futbalnet',
  'blog',
  'forum',
  'spcttr',
])
export type AccessFlag = z.infer<typeof AccessFlag>

export const Audience = z.enum(['person', 'company', 'family', 'gift'])
export const PaymentMethod = z.enum(['card', 'bank_transfer', 'sms', 'google', 'none'])
export const PaymentState = z.enum(['created', 'submitted', 'paid', 'failed', 'unknown', 'refunded'])

/** A card as the gateway describes it; `valid_until` is the last day of its month. Never the card number. */
export const Card = z.object({ brand: z.string(), last4: z.string(), valid_until: Day })

export const ProductName = z.object({ code: z.string(), name: z.string() })

/** What a reader can do about a renewal; `change` is for another product, `undo_change` takes a planned one back. */
export const RenewalAct = z.enum([
  'confirm_payment',
  'turn_on',
  'resume',
  'undo_change',
  'change',
  'change_card',
  'pause',
  'turn_off',
])
export type RenewalAct = z.infer<typeof RenewalAct>

/** One subscription as shown to its reader (R3.06). */
export const Subscription = z.object({
  id: z.int(),
  group: SubscriptionGroup,
  type: ProductName,
  audience: Audience,
  /** Computed from the period and the clock (R4.05). */
  state: z.enum(['active', 'future', 'inactive']),
  price: Money,
  period: z.object({ from: Instant, to: Instant }),
  access: z.array(AccessFlag),
  device_limit: z.int(),
  /** Whether it gives its reader access: a company's administrator only manages it, and reads by a seat. */
  reads: z.boolean(),
  /**
   * Who gave this seat to the reader: a company, or the payer of a family. Null for the reader's own
   * subscription, empty where the payer's account was erased.
   */
  given_by: z.nullable(z.string()),
  recurrence: z.object({
    state: z.enum(['on', 'off', 'unavailable']),
    /** Why renewal is off, shown to the reader. */
    reason: z.nullable(
      z.enum([
        'no_payment',
        'not_recurrent',
        'stopped_by_reader',
        'stopped_by_publisher',
        'stopped_after_failures',
        /** The bank wants the payment confirmed (R11.12). */
        'awaits_confirmation',
        'gift_cancelled',
      ]),
    ),
    /** It is off and cannot be turned on while the bank decides on a payment of the reader's that is disputed (R11.12). */
    barred: z.boolean(),
    /** What its reader may do about it at this moment: by the product's record, the state and the clock. */
    acts: z.array(RenewalAct),
    can_stop_until: z.nullable(Instant),
    /** When a pause ends by the next payment, from the end of the period; null when there is none (R11.03). */
    paused_until: z.nullable(Instant),
    /** Another product that its reader has chosen, and when it begins (R11.02). */
    planned_change: z.nullable(z.object({ type: ProductName, begins_at: Instant })),
    /** Another product whose payment the gateway has not confirmed yet (R17.03). */
    change_in_payment: z.nullable(ProductName),
    next_payment: z.nullable(
      z.object({
        at: Instant,
        /** The announced price, which is what will be charged. */
        price: Money,
        /** An announced price change: the first payment at the new price, and the price before. */
        price_change: z.nullable(z.object({ at: Instant, price: Money, former_price: Money })),
        failed_attempts: z.int(),
        /** Why the last charge failed. */
        failure: z.nullable(DeclineReason),
      }),
    ),
    next_type: z.nullable(ProductName),
    /** Calendar length of its period, e.g. P1Y; the present one may be the rest of one. */
    next_length: z.nullable(z.string()),
    /** The subscription that renews: this one, or an already paid one that follows it. */
    subscription_id: z.int(),
    /** The card that pays the renewal, whatever paid for the period: also behind days that were given. */
    card: z.nullable(Card),
    /** The next charge if renewal were turned on; null when it is on or cannot be turned on. */
    if_turned_on: z.nullable(
      z.object({
        at: Instant,
        price: Money,
        type: ProductName,
        /** The last paid period: the renewed one begins when it ends. */
        after: z.int(),
      }),
    ),
  }),
  payment: z.nullable(
    z.object({
      id: z.int(),
      method: PaymentMethod,
      state: PaymentState,
      /** The last day on which its reader may withdraw from the contract; null afterwards, and of a renewal. */
      withdraw_until: z.nullable(Day),
      card: z.nullable(Card),
      receipt_url: z.nullable(z.string()),
      invoice_url: z.nullable(z.string()),
    }),
  ),
})
export type Subscription = z.infer<typeof Subscription>

/** The newest transfer that is waited for (R11.14). */
export const AwaitedTransfer = z.object({
  order_id: z.int(),
  product_name: z.string(),
  price: Money,
  /** What has come in other sums; a person completes what is enough or too much. */
  received: Money,
  expires_at: Instant,
})
export type AwaitedTransfer = z.infer<typeof AwaitedTransfer>

export const listSubscriptions = endpoint({
  method: 'GET',
  path: `${usersPath}/subscriptions`,
  summary:
    'Every subscription of the reader: active, future, inactive; the transfer that is waited for, and what else concerns the account',
  tag: 'Subscriptions',
  access: 'reader',
  params: UserParams,
  success: {
    status: 200,
    body: z.object({
      items: z.array(Subscription),
      awaited_transfer: z.nullable(AwaitedTransfer),
      concerns: z.array(Concern),
    }),
  },
})
