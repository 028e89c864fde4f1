import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import { products, recurringProfiles } from '../tables.ts'

/** How long before the end of a period the next one is charged. */
const chargeNotice = { hours: 48 }

export const chargeTime = (endsAt: Temporal.Instant): Temporal.Instant => endsAt.subtract(chargeNotice)

/** What a reader was told of the price of a renewal. */
export type Terms = Pick<typeof recurringProfiles.$inferSelect, 'priceCents' | 'comingCents' | 'comingFrom'>

/**
 * What a reader agrees to who is shown what a product costs now.
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
  /** What it renews into. */
  nextProductCode: string
  /** What its reader knows of its price, where that is not what the product costs now. */
  terms?: Terms | undefined
}

/**
 * Promises to charge a card for the period that follows a subscription, for each of these.
 *
 * @param tx transaction in which the subscriptions came to be
 */
export async function planRenewals(tx: Tx, plans: readonly Plan[]): Promise<void> {
  if (plans.length === 0) return
  await tx.insert(recurringProfiles).values(
    plans.map(({ endsAt, terms, ...plan }) => ({
      ...plan,
      ...(terms ?? newTerms(plan.nextProductCode)),
      state: 'active' as const,
      chargeAt: chargeTime(endsAt),
    })),
  )
}
