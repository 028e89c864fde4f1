import type { products } from './tables.ts'

/**
 * The journeys that a product has: its record says them, and never its code. Whether one is open at a moment is up to the
 * subscription: renewal-acts.ts.
 */
export function journeysOf({
  audience,
  renewsInto,
}: Pick<typeof products.$inferSelect, 'audience' | 'renewsInto'>) {
  const isForOne = audience === 'person'
  const isShared = audience === 'family' || audience === 'company'
  return {
    renew: renewsInto !== null,
    pause: isForOne,
    /** It can be had instead of another one. */
    change: isForOne && renewsInto !== null,
    /** Read by several people, to whom it is given out. */
    share: isShared,
    /** What its buyer has counts: it comes after that, or takes its place. A gift is another's, a company has several. */
    join: isForOne || audience === 'family',
    /** Consumers withdraw from the contract. */
    withdraw: audience !== 'company',
  }
}
