import { and, eq, isNull } from 'drizzle-orm'
import { recordActivity } from '#server/modules/activity/index.ts'
import { withdrawMails } from '#server/modules/outbox/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { topicOf } from './document-recipient.ts'
import { lockAsAdministrator } from './require-administrator.ts'
import { documentRecipients } from './tables.ts'

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
