import type { Tx } from '#server/platform/database.ts'
import { recurringProfiles } from '../tables.ts'

/** How long before the end of a period the next one is charged. */
const chargeNotice = { hours: 48 }

export const chargeTime = (endsAt: Temporal.Instant): Temporal.Instant => endsAt.subtract(chargeNotice)

/**
 * Promises to charge a card for the period that follows a subscription.
 *
 * @param tx transaction in which the subscription came to be
 * @param plan.nextProductCode what it renews into
 */
export async function planRenewal(
  tx: Tx,
  plan: { subscriptionId: number; endsAt: Temporal.Instant; cardId: number; nextProductCode: string },
): Promise<void> {
  const { endsAt, ...columns } = plan
  await tx.insert(recurringProfiles).values({ ...columns, state: 'active', chargeAt: chargeTime(endsAt) })
}
