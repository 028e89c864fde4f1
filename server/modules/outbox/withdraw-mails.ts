import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import { outboxMessages } from './tables.ts'

/**
 * Withdraws pending messages about something that no longer holds. Waits for the row lock of one being delivered at this
 * moment, which is then sent.
 *
 * @param tx transaction of the change that makes them wrong
 */
export async function withdrawMails(tx: Tx, topic: string): Promise<void> {
  await tx
    .delete(outboxMessages)
    .where(and(eq(outboxMessages.topic, topic), isNull(outboxMessages.deliveredAt)))
}
