import { endOfPeriod } from './grant-subscription.ts'
import { journeysOf } from './journeys.ts'
import { type Held, isReplacedBy, lastBefore, leftOf } from './paid-periods.ts'
import { grossPrice } from './price.ts'
import { endOfLast, laterOf, type PurchasePlan } from './purchase-plan.ts'
import type { products } from './tables.ts'
import { endOfWorth } from './worth.ts'

type Product = typeof products.$inferSelect

/** The purchase plan shown to the reader before the order, of a purchase that is paid for now. */
export type AnnouncedPlan = Pick<PurchasePlan, 'begins'> & {
  presentIds: readonly number[]
  /** Till when it lasts, if it is for the rest of a period only. */
  restUntil: Temporal.Instant | null
  /** Of what begins after the rest it replaces nothing: an offer is for one subscription. */
  isOffer?: boolean
}

/**
 * Decides how a purchase relates to what its reader has when it is paid for: as shown before the order, if that still
 * holds. Otherwise it is planned again by what is there now, and no money is lost: the sum paid, plus the credit of what
 * it replaces, is converted into days.
 *
 * @param held periods that run or are still to begin, the first to end first
 * @param told null where a whole period was bought by a reader who had nothing
 * @param paidCents what was paid, by the price that was told
 * @param notBefore when it begins at the earliest; it then replaces nothing
 */
export function planPaidPurchase<H extends Held>(
  held: readonly H[],
  product: Product,
  {
    told,
    paidCents,
    notBefore,
  }: { told: AnnouncedPlan | null; paidCents: number; notBefore?: Temporal.Instant | undefined },
  now: Temporal.Instant,
): Omit<PurchasePlan<H>, 'priceCents'> {
  const reduced = told?.begins === 'instead'
  const endFrom = (startsAt: Temporal.Instant, creditCents: number) => {
    const worth = creditCents + (reduced ? paidCents : grossPrice(product))
    return creditCents === 0 && !reduced
      ? endOfPeriod(startsAt, product.length)
      : endOfWorth(startsAt, product, worth)
  }
  const planned = (begins: PurchasePlan['begins'], earliest: Temporal.Instant, present: H[]) => {
    const startsAt = laterOf(earliest, notBefore ?? now)
    return { begins, startsAt, endsAt: endFrom(startsAt, 0), creditCents: 0, isForTheRest: false, present }
  }
  if (!journeysOf(product).join) return planned('at_once', now, [])
  const before = lastBefore(held, product)
  if (before) return planned('after', before.endsAt, [before])
  const named = held.filter(each => told?.presentIds.includes(each.id))
  const contained = held.filter(each => isReplacedBy(product, each))
  if (told?.begins === 'after' && named.length > 0) {
    const former = held.filter(each => named.includes(each) || contained.includes(each))
    return planned('after', endOfLast(former), former)
  }
  // An offer leaves what begins after it. What has come to run beside it while it was charged is credit: it would be paid twice.
  const until = told?.isOffer ? told.restUntil : null
  const isTold = (each: H) =>
    named.includes(each) || (until !== null && Temporal.Instant.compare(each.startsAt, until) >= 0)
  const isAsTold =
    reduced && told.presentIds.every(id => contained.some(each => each.id === id)) && contained.every(isTold)
  const taken = isAsTold ? named : contained
  const waits = notBefore !== undefined && Temporal.Instant.compare(notBefore, now) > 0
  if (taken.length === 0 || waits) return planned(held.length === 0 ? 'at_once' : 'beside', now, [...held])
  const creditCents = leftOf(taken, now)
  // Days that staff have given meanwhile are nobody's to lose: the sum is for the rest that was told.
  const promised = told?.restUntil
    ? laterOf(told.restUntil, endOfLast(taken))
    : endOfPeriod(now, product.length)
  return {
    ...planned('instead', now, taken),
    creditCents,
    endsAt: isAsTold ? promised : endFrom(now, creditCents),
    isForTheRest: isAsTold && told.restUntil !== null,
  }
}
