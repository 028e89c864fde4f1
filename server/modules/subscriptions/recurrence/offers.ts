import { covers } from '../paid-periods.ts'
import { grossPrice } from '../price.ts'
import { leastCents } from '../purchase-plan.ts'
import type { products, subscriptions } from '../tables.ts'
import { proratedCents } from '../worth.ts'

type Product = typeof products.$inferSelect
type Subscription = Pick<typeof subscriptions.$inferSelect, 'priceCents' | 'startsAt' | 'endsAt'>

/** Whom an upgrade to premium without ads is offered (R4.07). */
const upgradedGroups = new Set<Product['group']>(['premium', 'standard', 'standard_advert'])

/** An upgrade and what it costs now. The price is part of the code, so a changed price makes an old code invalid. */
export type Upgrade = { code: string; product: Product; priceCents: number }

/**
 * The upgrade that a reader is offered, if there is one: a product of the group without ads, of the same length and
 * for as many people, that gives everything that the reader has and more.
 *
 * @param present the subscription that runs, and its product
 * @param sold what is sold
 */
export function upgradeFor(
  present: { subscription: Subscription; product: Product },
  sold: readonly Product[],
  now: Temporal.Instant,
): Upgrade | undefined {
  const { subscription, product } = present
  if (!upgradedGroups.has(product.group) || product.audience !== 'person') return undefined
  const target = sold.find(
    each =>
      each.group === 'premium_plus' &&
      each.audience === product.audience &&
      each.length === product.length &&
      each.seats === product.seats &&
      each.deviceLimit >= product.deviceLimit &&
      covers(each.access, product.access),
  )
  if (!target) return undefined
  const priceCents = proratedCents(subscription, grossPrice(target), now)
  return priceCents < leastCents
    ? undefined
    : { code: `${target.code}-${priceCents}`, product: target, priceCents }
}
