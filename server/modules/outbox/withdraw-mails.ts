import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import { outboxMessages } from './tables.ts'

/**
 * Takes back what waits to be delivered about something that is not so any more. One that is being delivered right now
 * is waited for: it was on its way before.
 *
 * @param tx transaction of the fact because of which it would be wrong
 */
export async function withdrawMails(tx: Tx, topic: string): Promise<void> {
  await tx
    .delete(outboxMessages)
    .where(and(eq(outboxMessages.topic, topic), isNull(outboxMessages.deliveredAt)))
}
