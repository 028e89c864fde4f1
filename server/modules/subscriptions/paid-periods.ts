import { timeZone } from '#server/platform/clock.ts'
import type { products } from './tables.ts'
import { daysBetween, leftCents } from './worth.ts'

type Product = typeof products.$inferSelect

/** A period in which a reader reads, as far as it matters to what is paid for next. */
export type Paid = {
  id: number
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  access: readonly string[]
  /** For how many people it is; 1 for a place in somebody else's. */
  seats: number
  /** A place in somebody else's subscription, which they may take back. */
  isSeat: boolean
}

/** A period with all that decides how a purchase goes with it. */
export type Held = Paid & {
  product: Product
  /** What stands behind the whole period: its price, and what was left of that whose place it took. */
  worthCents: number
  /** It took the place of another one. */
  isRest: boolean
  /** It was bought by the reader. */
  isOwn: boolean
  /** Somebody else renews it: a phone company, or Google. */
  renewsElsewhere: boolean
}

/** Whether one product gives all that another one gives; how many devices may read is a measure of its own. */
export const covers = (access: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every(flag => flag.startsWith('device') || access.includes(flag))

type Reach = Pick<Paid, 'access' | 'seats'>

/** Whether one gives all that another one gives, and to as many people. */
export const contains = (one: Reach, other: Reach): boolean =>
  covers(one.access, other.access) && one.seats >= other.seats

/**
 * The last of the periods that are paid for without a gap from the end of one on, each giving all that it gives: its
 * renewal is charged at the end of that one (R11.01).
 *
 * @param held all that the reader has; a place in somebody else's may be taken back, so nothing is counted on it
 * @returns the one given when nothing follows it
 */
export function lastPaid<P extends Paid>(from: Paid, held: readonly P[]): Paid | P {
  const next = held.find(
    each =>
      !each.isSeat &&
      Temporal.Instant.compare(each.startsAt, from.endsAt) <= 0 &&
      Temporal.Instant.compare(each.endsAt, from.endsAt) > 0 &&
      contains(each, from),
  )
  // What follows only has to give what the first one does.
  return next ? lastPaid({ ...from, id: next.id, endsAt: next.endsAt }, held) : from
}

/** The last to end of what gives everything that a product would give. */
export const lastCovering = <H extends Held>(held: readonly H[], product: Reach): H | undefined =>
  held.findLast(each => contains(each, product))

/** Whether a product takes the place of a period: it gives everything, on as many devices, and the reader paid for it. */
export const isReplacedBy = (product: Product, held: Held): boolean =>
  held.isOwn &&
  !held.renewsElsewhere &&
  held.product.audience !== 'family' &&
  contains(product, held) &&
  (product.deviceLimit === 0 ||
    (held.product.deviceLimit !== 0 && product.deviceLimit >= held.product.deviceLimit))

/** Whether a period was bought as long as its product is sold for: what it costs is then what the product does. */
export function isWhole({ startsAt, endsAt, isRest, product }: Held): boolean {
  const end = endsAt.toZonedDateTimeISO(timeZone)
  const days = daysBetween(end.subtract(product.length).toInstant(), endsAt)
  // A year counted from a day in February may be a day longer.
  return !isRest && Math.abs(daysBetween(startsAt, endsAt) - days) <= 1
}

/** What is left of what was paid for some periods. */
export const leftOf = (held: readonly Held[], now: Temporal.Instant): number =>
  held.reduce((total, each) => total + leftCents(each, each.worthCents, now), 0)
