import type { Tx } from '#server/platform/database.ts'
import { recurringProfiles } from '../tables.ts'

/** How long before the end of a period the next one is charged. */
const chargeNotice = { hours: 48 }

export const chargeTime = (endsAt: Temporal.Instant): Temporal.Instant => endsAt.subtract(chargeNotice)

type Plan = {
  subscriptionId: number
  endsAt: Temporal.Instant
  cardId: number
  /** What it renews into. */
  nextProductCode: string
}

/**
 * Promises to charge a card for the period that follows a subscription, for each of these.
 *
 * @param tx transaction in which the subscriptions came to be
 */
export async function planRenewals(tx: Tx, plans: readonly Plan[]): Promise<void> {
  if (plans.length === 0) return
  await tx.insert(recurringProfiles).values(
    plans.map(({ endsAt, ...plan }) => ({
      ...plan,
      state: 'active' as const,
      chargeAt: chargeTime(endsAt),
    })),
  )
}
