import { timeZone } from '#server/platform/clock.ts'
import type { products } from './tables.ts'
import { daysBetween, leftCents } from './worth.ts'

type Product = typeof products.$inferSelect

/** The part of a period that decides what is paid for next. */
export type Paid = {
  id: number
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  access: readonly string[]
  /** Number of seats; 1 for a seat in another reader's subscription. */
  seats: number
  /** A seat in another reader's subscription, which that reader may take back. */
  isSeat: boolean
}

/** A period with all that decides how a purchase relates to it: after, instead of or beside it. */
export type Held = Paid & {
  product: Product
  /** Value of the whole period: its price, less what was given back for its days, plus the credit of the one that it replaced. */
  worthCents: number
  /** It replaced another one. */
  isRest: boolean
  /** It was bought by the reader. */
  isOwn: boolean
  /** Renewed by others: a phone company, or Google. */
  renewsElsewhere: boolean
}

/** Whether one product gives all access of another one; device limits are compared apart. */
export const covers = (access: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every(flag => flag.startsWith('device') || access.includes(flag))

type Reach = Pick<Paid, 'access' | 'seats'>

/** Whether one gives all access of another one, to as many people. */
export const contains = (one: Reach, other: Reach): boolean =>
  covers(one.access, other.access) && one.seats >= other.seats

/**
 * The last of an unbroken chain of paid periods that follows one, each covering its access: its renewal is charged at
 * the end of that last one (R11.01).
 *
 * @param held all that the reader has; a seat in another's may be taken back, so it is ignored
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
  // Each following period only has to cover the first one's access.
  return next ? lastPaid({ ...from, id: next.id, endsAt: next.endsAt }, held) : from
}

/**
 * The period after which a product begins, when the reader has its access already: the latest to end of those that cover
 * it, or of those it would replace, which may be paid for after them.
 *
 * @param held the first to end first
 */
export function lastBefore<H extends Held>(held: readonly H[], product: Product): H | undefined {
  if (!held.some(each => contains(each, product))) return undefined
  return held.findLast(each => contains(each, product) || isReplacedBy(product, each))
}

/** Whether a product replaces a period: it covers its access, on as many devices, and the reader paid for the period. */
export const isReplacedBy = (product: Product, held: Held): boolean =>
  held.isOwn &&
  !held.renewsElsewhere &&
  held.product.audience !== 'family' &&
  contains(product, held) &&
  (product.deviceLimit === 0 ||
    (held.product.deviceLimit !== 0 && product.deviceLimit >= held.product.deviceLimit))

/** Whether a period has the full length of its product, so that the product's price is its price. */
export function isWhole({ startsAt, endsAt, isRest, product }: Held): boolean {
  const end = endsAt.toZonedDateTimeISO(timeZone)
  const days = daysBetween(end.subtract(product.length).toInstant(), endsAt)
  // A year counted from a day in February may be a day longer.
  return !isRest && Math.abs(daysBetween(startsAt, endsAt) - days) <= 1
}

/** Unused value of some periods (proration credit). */
export const leftOf = (held: readonly Held[], now: Temporal.Instant): number =>
  held.reduce((total, each) => total + leftCents(each, each.worthCents, now), 0)
