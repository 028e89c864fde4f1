import type { recurringProfiles, subscriptions } from '../tables.ts'

type Planned = {
  renewal: Pick<typeof recurringProfiles.$inferSelect, 'attempts'>
  subscription: Pick<typeof subscriptions.$inferSelect, 'id' | 'endsAt'>
}

/**
 * The idempotency key of the next charge of a renewal: installation, subscription, period, attempt. Made of what is in
 * the database, so a restored copy makes the same one, and the gateway knows it again (R11.11).
 *
 * @param installationId names the installation, the same in each of its copies
 */
export const chargeKey = (installationId: string, { renewal, subscription }: Planned): string =>
  `${installationId}/${subscription.id}/${subscription.endsAt.toString()}/${renewal.attempts + 1}`

/** What a charge pays for, whichever attempt it is. A key of former versions names one charge only. */
export const paidBy = (key: string): string => key.replace(/\/\d+$/, '')
