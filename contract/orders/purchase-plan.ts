import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { ProductName } from '../subscriptions/subscriptions.ts'
import { Instant, Money, UserParams, usersPath } from '../wire.ts'

/**
 * How a purchase combines with the reader's subscriptions (R11.01). `after`: it gives no more than they do, and
 * begins when they end. `instead` (an upgrade): it gives more, begins at once and replaces what it contains,
 * whose rest is credited (proration). `beside`: neither contains the other, and both run.
 */
export const purchaseBegins = ['at_once', 'after', 'instead', 'beside'] as const
export const PurchaseBegins = z.enum(purchaseBegins)

/** Subscriptions that the reader has, with the instants at which they end. */
export const PresentSubscriptions = z.array(z.object({ id: z.int(), name: z.string(), until: Instant }))

const NextPayment = z.nullable(z.object({ at: Instant, price: Money, type: ProductName }))

const PlannedPeriod = z.object({
  period: z.object({ from: Instant, to: Instant }),
  /** The next charge, by payment method; null when nothing renews. */
  next_payment: z.object({ card: NextPayment, bank_transfer: NextPayment }),
})

/** Preview of a purchase by this reader now. */
export const PurchasePlan = z.extend(PlannedPeriod, {
  begins: PurchaseBegins,
  /** What an order charges. */
  price: Money,
  /** Credit for the rest of the replaced subscription (proration). */
  credit: Money,
  /**
   * If it is paid for now without the request to begin at once: after the time of withdrawal. Null where that makes no
   * difference, and for an upgrade, which cannot wait (R11.08).
   */
  later: z.nullable(PlannedPeriod),
  /** Whether it lasts for the rest of the current period only, and costs the difference. */
  for_the_rest: z.boolean(),
  /** Whether the invoice would go to an address that the reader has abroad, where nothing is sold (R11.05). */
  invoice_abroad: z.boolean(),
  /** Whether the account is about to be deleted, so that an order is refused. */
  anonymization_pending: z.boolean(),
  /** The subscriptions that it follows, replaces or runs beside. */
  present: PresentSubscriptions,
})
export type PurchasePlan = z.infer<typeof PurchasePlan>

export const readPurchasePlan = endpoint({
  method: 'GET',
  path: `${usersPath}/purchase-plans/:product`,
  summary: 'How a product would go with what the reader has: when it begins, till when, for how much',
  tag: 'Orders',
  access: 'reader',
  params: z.extend(UserParams, { product: z.string().check(z.regex(/^[\w-]{1,100}$/, 'product_not_sold')) }),
  success: { status: 200, body: PurchasePlan },
  refusals: ['product_not_sold'],
})
