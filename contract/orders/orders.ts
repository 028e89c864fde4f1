import * as z from 'zod/mini'
import { AddressInput } from '../addresses/addresses.ts'
import { endpoint } from '../endpoint.ts'
import { GiftInput } from '../gifts/gift-input.ts'
import { DeclineReason } from '../payments/decline-reason.ts'
import { Day, IdParam, Instant, Money, UserParams, usersPath } from '../wire.ts'
import { PresentSubscriptions, PurchaseBegins } from './purchase-plan.ts'

const tag = 'Orders'

/** An address to which a payment leads back; the server takes those of the publisher's own sites only. */
export const ReturnUrl = z.url({ protocol: /^https?$/ }).check(z.maxLength(2000, 'max_length'))

/** All that is needed to pay by bank transfer (R1.24). */
export const Transfer = z.object({
  iban: z.string(),
  beneficiary: z.string(),
  variable_symbol: z.string(),
  price: Money,
  /** PAY by square: the text that a bank's app reads from the code. */
  qr: z.string(),
  /** The same as a picture, SVG. */
  qr_svg: z.string(),
})

/** A product that a reader wants to buy, and how far that has come. */
export const Order = z.object({
  id: z.int(),
  /** `failed`: the payment was refused or left; `expired`: nobody paid in time. */
  state: z.enum(['waiting', 'paid', 'failed', 'expired']),
  product: z.object({ code: z.string(), name: z.string() }),
  method: z.enum(['card', 'bank_transfer']),
  price: Money,
  /** How it goes with what the reader has; null for a gift, and for companies. */
  plan: z.nullable(
    z.object({
      begins: PurchaseBegins,
      present: PresentSubscriptions,
      /** Till when it lasts, where it takes the place of another one for the rest of its period. */
      rest_until: z.nullable(Instant),
    }),
  ),
  created_at: Instant,
  expires_at: Instant,
  gift: z.nullable(
    z.object({
      email: z.string(),
      date: Day,
      name: z.nullable(z.string()),
      message: z.nullable(z.string()),
    }),
  ),
  /** Page of the gateway on which a card is given, while it waits. */
  redirect_url: z.optional(z.string()),
  transfer: z.optional(Transfer),
  /** Why the last card that was tried was refused. */
  decline: z.nullable(DeclineReason),
  /** What was opened by the payment. */
  subscription_id: z.nullable(z.int()),
})
export type Order = z.infer<typeof Order>

export const createOrder = endpoint({
  method: 'POST',
  path: `${usersPath}/orders`,
  summary: 'Order a product by card or bank transfer',
  tag,
  access: 'reader',
  takesIdempotencyKey: true,
  params: UserParams,
  body: z.strictObject({
    product: z.string().check(z.regex(/^[\w-]{1,100}$/, 'product_not_sold')),
    method: z.enum(['card', 'bank_transfer']),
    /** Of a package for companies: how many people it is for. */
    seats: z.optional(z.int()),
    /** Makes a package for companies part of a subscription that is there, at the price that was offered. */
    shared: z.optional(
      z.strictObject({ subscription_id: z.int(), act: z.enum(['renew', 'add_seats']), price: Money }),
    ),
    /** The price that the reader was shown: another one is refused. */
    price: z.optional(Money),
    /** Whom a gift is for and on which day its link is mailed. */
    gift: z.optional(GiftInput),
    /** Whom the invoice is made out to, or where the printed daily is delivered. */
    address: z.optional(AddressInput),
    /** Where the gateway's page leads back; the account area when not given. `order` is added to its query. */
    return_url: z.optional(ReturnUrl),
  }),
  success: { status: 201, body: Order },
  refusals: [
    'product_not_sold',
    'company_standard_not_sold',
    'order_seats_invalid',
    'gift_not_possible',
    'gift_date_invalid',
    'offer_changed',
    'return_url_not_allowed',
    'idempotency_key_reused',
    'payment_gateway_unavailable',
    'user_anonymization_pending',
    'too_many_requests',
  ],
})

export const readOrder = endpoint({
  method: 'GET',
  path: `${usersPath}/orders/:id`,
  summary: 'How far an order has come',
  tag,
  access: 'reader',
  params: z.extend(UserParams, { id: IdParam }),
  success: { status: 200, body: Order },
})
