import { and, inArray } from 'drizzle-orm'
import { withdrawMails } from '#server/modules/outbox/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { recurringProfiles } from '../tables.ts'
import { renewalTopic } from './renewal-mail.ts'

/** Stops the renewal of a subscription for the publisher's reasons, also one that has failed or was stopped before. */
export const stopRenewalOf = (tx: Tx, deps: Pick<Deps, 'clock'>, subscriptionId: number): Promise<void> =>
  stopRenewalsOf(tx, deps, [subscriptionId])

/** The same of several, whose plans are locked by id (decision 034). */
export async function stopRenewalsOf(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  subscriptionIds: readonly number[],
): Promise<void> {
  for (const id of subscriptionIds) await withdrawMails(tx, renewalTopic(id))
  const isStoppable = and(
    inArray(recurringProfiles.subscriptionId, [...subscriptionIds]),
    // Also what was stopped with the reader's account: this is not to go on with it. Nor is one that failed to be confirmed.
    inArray(recurringProfiles.state, ['active', 'user_stop', 'admin_stop', 'system_stop']),
  )
  const plans = tx.select().from(recurringProfiles)
  await plans.where(isStoppable).orderBy(recurringProfiles.id).for('no key update')
  await tx.update(recurringProfiles).set({ state: 'admin_stop', stoppedAt: clock.now() }).where(isStoppable)
}
