import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { ProductName } from '../subscriptions/subscriptions.ts'
import { Instant, Money, UserParams, usersPath } from '../wire.ts'

/**
 * How what is bought goes with what the reader has (R11.01). `after`: it gives no more than what is paid for, and begins
 * when that ends. `instead`: it gives more, begins at once and takes the place of what it contains, whose rest is counted
 * towards its price. `beside`: neither contains the other, and it begins at once beside what there is.
 */
export const purchaseBegins = ['at_once', 'after', 'instead', 'beside'] as const
export const PurchaseBegins = z.enum(purchaseBegins)

/** Subscriptions that the reader has, with the instants at which they end. */
export const PresentSubscriptions = z.array(z.object({ id: z.int(), name: z.string(), until: Instant }))

const NextPayment = z.nullable(z.object({ at: Instant, price: Money, type: ProductName }))

/** What a product would be to a reader who bought it now. */
export const PurchasePlan = z.object({
  begins: PurchaseBegins,
  /** What an order charges. */
  price: Money,
  /** What is left of what it takes the place of, and is counted towards the price. */
  credit: Money,
  period: z.object({ from: Instant, to: Instant }),
  /** Whether it lasts for the rest of the present period only, and costs the difference. */
  for_the_rest: z.boolean(),
  /** After which it begins, whose place it takes, or beside which it runs. */
  present: PresentSubscriptions,
  /** What would be charged next, by the way in which it is paid; null when nothing renews. */
  next_payment: z.object({ card: NextPayment, bank_transfer: NextPayment }),
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
