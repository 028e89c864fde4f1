import { and, eq, inArray } from 'drizzle-orm'
import { withdrawMails } from '#server/modules/outbox/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { recurringProfiles } from '../tables.ts'
import { renewalTopic } from './renewal-mail.ts'

/** Stops the renewal of a subscription for the publisher's reasons. */
export async function stopRenewalOf(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  subscriptionId: number,
): Promise<void> {
  await withdrawMails(tx, renewalTopic(subscriptionId))
  await tx
    .update(recurringProfiles)
    .set({ state: 'admin_stop', stoppedAt: clock.now() })
    .where(
      and(
        eq(recurringProfiles.subscriptionId, subscriptionId),
        // Also what was stopped with the reader's account: this is not to go on with it.
        inArray(recurringProfiles.state, ['active', 'user_stop', 'admin_stop']),
      ),
    )
}
