import type { recurringProfiles, subscriptions } from '../tables.ts'

type Planned = {
  renewal: Pick<typeof recurringProfiles.$inferSelect, 'attempts'>
  subscription: Pick<typeof subscriptions.$inferSelect, 'id' | 'endsAt'>
}

/**
 * The idempotency key of the next charge of a renewal: installation, subscription, period, attempt. Derived
 * from the database, so a restored backup makes the same key, and the gateway deduplicates (R11.11).
 *
 * @param installationId names the installation, the same in each of its copies
 */
export const chargeKey = (installationId: string, { renewal, subscription }: Planned): string =>
  `${installationId}/${subscription.id}/${subscription.endsAt.toString()}/${renewal.attempts + 1}`

/** Prefix shared by all attempts of one period. A key of a former version names a single charge. */
export const paidBy = (key: string): string => key.replace(/\/\d+$/, '')
