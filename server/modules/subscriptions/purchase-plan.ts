import type { purchaseBegins } from '#contract/orders/purchase-plan.ts'
import { endOfPeriod } from './grant-subscription.ts'
import { journeysOf } from './journeys.ts'
import { type Held, isReplacedBy, isWhole, lastBefore, leftOf } from './paid-periods.ts'
import { grossPrice } from './price.ts'
import type { products } from './tables.ts'
import { daysBetween, proratedCents } from './worth.ts'

type Product = typeof products.$inferSelect

/** How a purchase relates to what the reader has (R11.01). */
export type PurchasePlan<H extends Held = Held> = {
  begins: (typeof purchaseBegins)[number]
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  /** What it costs. */
  priceCents: number
  /** Proration credit: the unused value of what it replaces. */
  creditCents: number
  /** Whether it lasts for the rest of the present period only, and costs the difference, as an offer does. */
  isForTheRest: boolean
  /** The subscriptions after which it begins, which it replaces, or beside which it runs. */
  present: H[]
}

/** Smallest charge in cents; a smaller difference can't be bought. */
export const leastCents = 50
/** Days for which an order by transfer waits. A shorter rest of a period is not sold by one: it might be over then. */
const shortestRestDays = 14
/** A page of the gateway waits for an hour; for a bank transfer two weeks are enough (R1.24 says 2 to 3 days). */
export const orderWaits = { card: { hours: 1 }, bank_transfer: { hours: shortestRestDays * 24 } } as const

/**
 * Decides how a product relates to what a reader has, and what it costs (R11.01). A product that gives no more begins
 * when that is over; one that gives more is an upgrade: it begins at once, replaces what it contains and is prorated by
 * the unused rest; anything else runs beside.
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
  if (!journeysOf(product).join) return whole('at_once', now, [])
  const before = lastBefore(held, product)
  if (before) return whole('after', before.endsAt, [before])
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
  // The credit is worth more than the product, so it begins after that instead.
  if (priceCents < leastCents) return whole('after', endOfLast(contained), contained)
  return { ...whole('instead', now, contained), creditCents, priceCents }
}

/** The later of two instants. */
export const laterOf = (one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant =>
  Temporal.Instant.compare(one, other) < 0 ? other : one

/** Prorated price for the rest of a period, where that is sold: of one that was bought whole and is as long. */
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
