import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import { type PlannedChange, products, recurringProfiles } from '../tables.ts'

/** How long before the end of a period the next one is charged. */
const chargeNotice = { hours: 48 }

export const chargeTime = (endsAt: Temporal.Instant): Temporal.Instant => endsAt.subtract(chargeNotice)

/** Price terms of a renewal, as the reader was told. */
export type Terms = Pick<typeof recurringProfiles.$inferSelect, 'priceCents' | 'comingCents' | 'comingFrom'>

/**
 * Terms for a reader who is shown the product's present price.
 *
 * @param code of the product, or the column that holds it
 */
export const newTerms = (code: string | SQLWrapper) => ({
  priceCents: sql`(select ${products.priceCents} from ${products} where ${products.code} = ${code})`,
  comingCents: null,
  comingFrom: null,
})

type Plan = {
  subscriptionId: number
  endsAt: Temporal.Instant
  cardId: number
  /** Product that it renews into. */
  nextProductCode: string
  /** The price that its reader was told, where it differs from the product's present one. */
  terms?: Terms | undefined
  /** A change of product that makes it this one. */
  plannedChange?: PlannedChange
  /** `active` when not given; else it is planned as stopped, to be turned on or restored. */
  state?: 'user_stop' | 'admin_stop'
  stoppedAt?: Temporal.Instant | null
}

/**
 * Plans the renewal of each subscription: a card charge for the period that follows.
 *
 * @param tx transaction that inserts the subscriptions
 */
export async function planRenewals(tx: Tx, plans: readonly Plan[]): Promise<void> {
  if (plans.length === 0) return
  await tx.insert(recurringProfiles).values(
    plans.map(({ endsAt, terms, ...plan }) => ({
      state: 'active' as const,
      ...plan,
      ...(terms ?? newTerms(plan.nextProductCode)),
      chargeAt: chargeTime(endsAt),
    })),
  )
}
