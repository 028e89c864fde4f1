import type { recurringProfiles, subscriptions } from '../tables.ts'
import { chargeTime, type Terms } from './plan-renewal.ts'

type Row = {
  renewal: Terms & Pick<typeof recurringProfiles.$inferSelect, 'pausedUntil'>
  subscription: Pick<typeof subscriptions.$inferSelect, 'endsAt'>
}

/** The planned day of a renewal's payment, at which its price is looked up: a pause ends by one (R11.03). */
export const plannedCharge = ({ renewal, subscription }: Row): Temporal.Instant =>
  renewal.pausedUntil ?? chargeTime(subscription.endsAt)

/**
 * Price of a renewal due at a moment: the price that its reader was told, never the product's price by then.
 *
 * @returns cents
 */
export const priceDue = ({ priceCents, comingCents, comingFrom }: Terms, due: Temporal.Instant): number =>
  comingCents !== null && comingFrom !== null && Temporal.Instant.compare(due, comingFrom) >= 0
    ? comingCents
    : priceCents

/** The same for its next period. A payment that is tried again, or late, costs what it did on its day. */
export const priceOfRenewal = (row: Row): number => priceDue(row.renewal, plannedCharge(row))

/**
 * Terms once a reader is told a price of the next payment, or of the one after it. The announced price of the other one stays:
 * there is room for one change, so where it is that of the later payment, the present price is that of the next one.
 */
export function termsTold(row: Row, due: Temporal.Instant, cents: number): Terms {
  const next = plannedCharge(row)
  const { comingCents, comingFrom, priceCents } = row.renewal
  const isAfter = (at: Temporal.Instant) => Temporal.Instant.compare(at, next) > 0
  if (isAfter(due)) return { priceCents: priceOfRenewal(row), comingCents: cents, comingFrom: due }
  return comingFrom !== null && isAfter(comingFrom)
    ? { priceCents: cents, comingCents, comingFrom }
    : { priceCents, comingCents: cents, comingFrom: due }
}

/** Terms for the period after the next one: an announced price that has come into force becomes the price. */
export function termsAfter(row: Row): Terms {
  const { comingCents, comingFrom } = row.renewal
  const priceCents = priceOfRenewal(row)
  return priceCents === comingCents
    ? { priceCents, comingCents: null, comingFrom: null }
    : { priceCents, comingCents, comingFrom }
}
