import * as z from 'zod/mini'
import { AddressInput } from '../addresses/addresses.ts'
import { endpoint } from '../endpoint.ts'
import { GiftInput } from '../gifts/gift-input.ts'
import { DeclineReason } from '../payments/decline-reason.ts'
import { Day, freeLine, IdParam, Instant, Money, RowId, UserParams, usersPath } from '../wire.ts'
import { AgreedTerms } from './order-terms.ts'
import { PresentSubscriptions, PurchaseBegins } from './purchase-plan.ts'

const tag = 'Orders'

/** Return address after a payment; the server accepts the publisher's own sites only. */
export const ReturnUrl = z.url({ protocol: /^https?$/ }).check(z.maxLength(2000, 'max_length'))

/** A company's own number of its order (EN 16931, BT-13); empty for none. */
export const BuyerReference = freeLine(50)

/** Payment details of a bank transfer (R1.24). */
export const Transfer = z.object({
  iban: z.string(),
  beneficiary: z.string(),
  variable_symbol: z.string(),
  /** What is still to be sent; the whole price once enough has come. */
  price: Money,
  /** What has come in other sums; a person completes what is enough or too much (R11.14). */
  received: Money,
  /** PAY by square: the text of the QR code. */
  qr: z.string(),
  /** The QR code as SVG. */
  qr_svg: z.string(),
  /** Opens the transfer, filled in, in a phone's bank app. */
  app_link: z.string(),
})

/** An order of one product, and its state. */
export const Order = z.object({
  id: z.int(),
  /**
   * `failed`: the payment was refused or abandoned; `expired`: not paid in time; `too_late`: paid when it could no longer be
   * carried out, so the money is given back.
   */
  state: z.enum(['waiting', 'paid', 'failed', 'expired', 'too_late']),
  product: z.object({ code: z.string(), name: z.string() }),
  method: z.enum(['card', 'bank_transfer']),
  price: Money,
  /** How the purchase combines with the reader's subscriptions; null for a gift, and for companies. */
  plan: z.nullable(
    z.object({
      begins: PurchaseBegins,
      /** Whether it waits until the time of withdrawal is over, since nobody asked to begin at once. */
      after_withdrawal: z.boolean(),
      present: PresentSubscriptions,
      /** Its end, where it replaces another subscription for the rest of that period. */
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
  /** The gateway's payment page, while the order is waiting. */
  redirect_url: z.optional(z.string()),
  /** While it is waiting; of one that has expired once a part of the money has come. */
  transfer: z.optional(Transfer),
  /** Why the last card was declined. */
  decline: z.nullable(DeclineReason),
  /** The subscription that the payment opened. */
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
    /** Number of seats of a package for companies. */
    seats: z.optional(z.int()),
    /** Adds a package for companies to an existing subscription, at the offered price. */
    shared: z.optional(
      z.strictObject({ subscription_id: RowId, act: z.enum(['renew', 'add_seats']), price: Money }),
    ),
    /** The price that the reader was shown; refused if it has changed (optimistic check). */
    price: z.optional(Money),
    /** Recipient of a gift, and the day its link is mailed. */
    gift: z.optional(GiftInput),
    /** Delivery address of the printed daily, else invoice address; kept among the reader's own. */
    address: z.optional(AddressInput),
    /** On the documents of a package for companies, and of no other product; the company's present one when not given. */
    buyer_reference: z.optional(BuyerReference),
    /** What stood over the button; refused when other terms are shown now. */
    agreed: AgreedTerms,
    /** Return address of the gateway's page; the account area when not given. `order` is added to its query. */
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
    'transfer_too_late',
    'order_terms_changed',
    'begin_at_once_required',
    'address_abroad',
    'address_limit_reached',
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
