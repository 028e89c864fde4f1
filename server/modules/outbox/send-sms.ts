import * as z from 'zod'
import type { Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/only-row.ts'
import type { Deps } from '#server/platform/deps.ts'
import { outboxMessages } from './tables.ts'

export const SmsToSend = z.object({
  /** International form. */
  to: z.string(),
  text: z.string(),
  /** Expiry: not sent after this instant. */
  useUntil: z.string(),
})
export type SmsToSend = z.infer<typeof SmsToSend>

export const smsQueue = 'deliver-sms'

/**
 * Queues a text message in the given transaction: sent once that is committed, never when it is rolled back.
 *
 * @param tx transaction of the change that the message tells of
 * @param sms.userId the reader whom it is for
 */
export async function sendSms(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  { userId, ...sms }: SmsToSend & { userId: number },
): Promise<void> {
  const row = onlyRow(
    await tx
      .insert(outboxMessages)
      .values({ kind: 'sms', createdAt: deps.clock.now(), userId, payload: sms })
      .returning({ id: outboxMessages.id }),
  )
  await deps.jobs.enqueue(tx, smsQueue, { id: row.id })
}
