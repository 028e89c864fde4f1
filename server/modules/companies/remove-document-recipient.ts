import { and, eq, gte, inArray, isNull } from 'drizzle-orm'
import { recordActivities, recordActivity } from '#server/modules/activity/index.ts'
import { withdrawMails } from '#server/modules/outbox/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { topicOf } from './document-recipient.ts'
import { lockAsAdministrator } from './require-administrator.ts'
import { documentRecipients, sharedSubscriptions } from './tables.ts'

/**
 * Mails no more documents to an address, not even those that wait.
 *
 * @throws AppError `forbidden`, also for an address of another company, and for one that its owner has stopped: it stays
 *   known, so that nobody starts it again by adding it
 */
export const removeDocumentRecipient = (
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>,
  actor: Actor,
  { subscriptionId, id }: { subscriptionId: number; id: number },
): Promise<void> =>
  deps.db.transaction(async tx => {
    await lockAsAdministrator(tx, actor, subscriptionId)
    const { rowCount } = await tx
      .delete(documentRecipients)
      .where(
        and(
          eq(documentRecipients.id, id),
          eq(documentRecipients.subscriptionId, subscriptionId),
          isNull(documentRecipients.stoppedAt),
        ),
      )
    if (rowCount === 0) throw new AppError('forbidden')
    await withdrawMails(tx, topicOf(id))
    await recordActivity(tx, deps, { userId: actor.userId, kind: 'document_recipient_removed' })
  })

/**
 * Mails no more documents to addresses that an administrator has named since a moment, since it was somebody else: the
 * e-mail of the account is taken back (decision 082).
 */
export async function removeRecipientsSince(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs' | 'settings'>,
  { userId, since }: { userId: number; since: Temporal.Instant },
): Promise<void> {
  const { subscriptionId, administratorId } = sharedSubscriptions
  const own = tx.select({ id: subscriptionId }).from(sharedSubscriptions).where(eq(administratorId, userId))
  const removed = await tx
    .delete(documentRecipients)
    .where(
      and(
        inArray(documentRecipients.subscriptionId, own),
        gte(documentRecipients.addedAt, since),
        isNull(documentRecipients.stoppedAt),
      ),
    )
    .returning({ id: documentRecipients.id })
  for (const { id } of removed) await withdrawMails(tx, topicOf(id))
  const kind = 'document_recipient_removed' as const
  await recordActivities(
    tx,
    deps,
    removed.map(() => ({ userId, kind })),
  )
}
