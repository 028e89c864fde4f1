import type { purchaseBegins } from '#contract/orders/purchase-plan.ts'
import { endOfPeriod } from './grant-subscription.ts'
import { type Held, isReplacedBy, isWhole, lastCovering, leftOf } from './paid-periods.ts'
import { grossPrice } from './price.ts'
import type { products } from './tables.ts'
import { daysBetween, proratedCents } from './worth.ts'

type Product = typeof products.$inferSelect

/** How a purchase goes with what the reader has (R11.01). */
export type PurchasePlan<H extends Held = Held> = {
  begins: (typeof purchaseBegins)[number]
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  /** What it costs. */
  priceCents: number
  /** What is left of what it takes the place of. */
  creditCents: number
  /** Whether it lasts for the rest of the present period only, and costs the difference, as an offer does. */
  isForTheRest: boolean
  /** After which it begins, whose place it takes, or beside which it runs. */
  present: H[]
}

/** The least that is charged; a smaller difference is no purchase. */
export const leastCents = 50
/** Nobody buys the rest of a period that may be over when the money comes: an order by transfer waits so long. */
const shortestRestDays = 14

/**
 * Decides how a product goes with what a reader has, and what it costs (R11.01): what gives no more begins when that is
 * over; what gives more begins at once and takes the place of what it contains, whose rest is counted towards its price;
 * anything else runs beside.
 *
 * @param held periods that run or are still to begin, the first to end first
 */
export function planPurchase<H extends Held>(
  held: readonly H[],
  product: Product,
  now: Temporal.Instant,
): PurchasePlan<H> {
  const full = grossPrice(product)
  const whole = (
    begins: PurchasePlan['begins'],
    startsAt: Temporal.Instant,
    present: H[],
  ): PurchasePlan<H> => ({
    begins,
    startsAt,
    endsAt: endOfPeriod(startsAt, product.length),
    priceCents: full,
    creditCents: 0,
    isForTheRest: false,
    present,
  })
  if (product.audience === 'gift' || product.audience === 'company') return whole('at_once', now, [])
  const covering = lastCovering(held, product)
  if (covering) return whole('after', covering.endsAt, [covering])
  const contained = held.filter(each => isReplacedBy(product, each))
  const [first] = contained
  if (!first) return whole(held.length === 0 ? 'at_once' : 'beside', now, [...held])
  const creditCents = leftOf(contained, now)
  const restCents = contained.length === 1 ? priceOfRest(first, product, now) : undefined
  if (restCents !== undefined) {
    const rest = whole('instead', now, contained)
    return { ...rest, creditCents, endsAt: first.endsAt, priceCents: restCents, isForTheRest: true }
  }
  const priceCents = full - creditCents
  // What is paid for ahead is worth more than the product: it comes after that.
  if (priceCents < leastCents) return whole('after', endOfLast(contained), contained)
  return { ...whole('instead', now, contained), creditCents, priceCents }
}

/** What the rest of a period costs, where that is sold: of one that was bought whole and is as long. */
function priceOfRest(present: Held, product: Product, now: Temporal.Instant): number | undefined {
  const isSold =
    isWhole(present) &&
    present.product.length === product.length &&
    Temporal.Instant.compare(present.startsAt, now) <= 0 &&
    daysBetween(now, present.endsAt) > shortestRestDays
  const cents = proratedCents({ ...present, priceCents: present.worthCents }, grossPrice(product), now)
  return isSold && cents >= leastCents ? cents : undefined
}

/**
 * @param held the first to end first
 * @throws RangeError when there is none
 */
export function endOfLast(held: readonly Held[]): Temporal.Instant {
  const last = held.at(-1)
  if (!last) throw new RangeError('Nothing is the last of nothing')
  return last.endsAt
}
