import { timeZone } from '#server/platform/clock.ts'
import { contains, type Held, isReplacedBy, isWhole, lastPaid } from '../paid-periods.ts'
import { grossPrice } from '../price.ts'
import { leastCents } from '../purchase-plan.ts'
import { chargeTime } from '../renewal/plan-renewal.ts'
import type { products } from '../tables.ts'
import { daysBetween, proratedCents } from '../worth.ts'

type Product = typeof products.$inferSelect

/** What a renewal prolongs, as far as it decides about a change of product. */
export type Renewing = {
  /** The last period that is paid for. */
  held: Held
  /** The end of the period whose charge is under way. */
  chargedUntil: Temporal.Instant | undefined
  /** When the renewal is charged next. */
  chargeAt: Temporal.Instant
  /** No attempt to charge the next period was made. */
  isUntried: boolean
  /**
   * What the reader has besides, with what it renews into where it does, or may again, and whether a renewal of its own,
   * running or stopped, decides about it.
   */
  others: readonly (Held & { next: Product | undefined; hasRenewal: boolean })[]
}

/** A change of product and what it costs. */
export type ChangeQuote = {
  /** Made of what its reader is shown, so that another sum or day is another change. */
  code: string
  kind: 'at_once' | 'at_end'
  product: Product
  /** Charged at once; 0 when it begins at the end of what is paid. */
  todayCents: number
  startsAt: Temporal.Instant
  /** The next payment, of a whole period. */
  nextAt: Temporal.Instant
  nextCents: number
  gained: string[]
  lost: string[]
}

/**
 * Quotes a change of product (R11.02). It takes effect at once, for the difference in price for the days that are left, where
 * the new product contains the present one and is as long; every other begins when what is paid ends.
 *
 * @returns undefined where the same days would be paid for twice, beside something else that the reader has (R11.01): the
 *   shop sells such a product at a price that all of it reduces; and where it would begin behind what renews as another product,
 *   or has a renewal of its own
 */
export function quoteChange(
  present: Renewing,
  product: Product,
  now: Temporal.Instant,
): ChangeQuote | undefined {
  const { held } = present
  const related = present.others.filter(
    each => !each.isSeat && [each.product, each.next].some(other => other && isRelated(product, other)),
  )
  const { access, seats } = product
  const last = lastPaid({ ...held, access, seats, isSeat: false }, present.others)
  const paidUntil = present.chargedUntil ?? last.endsAt
  const isBeside = related.some(
    each => each.next !== undefined || Temporal.Instant.compare(each.endsAt, paidUntil) > 0,
  )
  if (isBeside) return undefined
  // Put behind what was bought, a renewal is that product's (decision 038).
  const behind = present.chargedUntil ? undefined : present.others.find(({ id }) => id === last.id)
  if (behind?.hasRenewal || (behind?.product.renewsInto ?? product.code) !== product.code) return undefined
  const nextCents = grossPrice(product)
  const isAlone = related.length === 0 && paidUntil.equals(held.endsAt)
  const restCents = isAlone ? priceOfRest(present, product, now) : undefined
  const shared = {
    product,
    nextCents,
    gained: beyond(product.access, held.product.access),
    lost: beyond(held.product.access, product.access),
  }
  if (restCents !== undefined) {
    const code = `${product.code}-${restCents}`
    const nextAt = chargeTime(held.endsAt)
    return { ...shared, code, kind: 'at_once', todayCents: restCents, startsAt: now, nextAt }
  }
  const day = paidUntil.toZonedDateTimeISO(timeZone).toPlainDate().toString()
  return {
    ...shared,
    code: `${product.code}-${nextCents}-${day}`,
    kind: 'at_end',
    todayCents: 0,
    startsAt: paidUntil,
    nextAt: paidUntil.equals(held.endsAt) ? present.chargeAt : chargeTime(paidUntil),
  }
}

const isRelated = (one: Product, other: Product) => contains(one, other) || contains(other, one)

/** Flags of one access that another lacks; devices are told by their number. */
const beyond = (access: readonly string[], other: readonly string[]): string[] =>
  access.filter(flag => !flag.startsWith('device') && !other.includes(flag))

/** The difference for the days that are left of the present period; undefined where it can't be changed at once. */
function priceOfRest(
  { held, chargeAt, isUntried }: Renewing,
  product: Product,
  now: Temporal.Instant,
): number | undefined {
  const isPossible =
    isUntried &&
    Temporal.Instant.compare(now, chargeAt) < 0 &&
    Temporal.Instant.compare(held.startsAt, now) <= 0 &&
    held.product.length === product.length &&
    (isWhole(held) || held.isRest) &&
    isReplacedBy(product, held)
  if (!isPossible) return undefined
  const end = held.endsAt.toZonedDateTimeISO(timeZone)
  // The rest of a period that replaced another is worth what it costs by the day.
  const days = held.isRest ? daysBetween(end.subtract(product.length).toInstant(), held.endsAt) : undefined
  const cents = proratedCents({ ...held, priceCents: held.worthCents }, grossPrice(product), now, days)
  return cents < leastCents || cents > grossPrice(product) ? undefined : cents
}
