import * as z from 'zod'
import type { Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/only-row.ts'
import type { Deps } from '#server/platform/deps.ts'
import { outboxMessages } from './tables.ts'

export const SmsToSend = z.object({
  /** International form. */
  to: z.string(),
  text: z.string(),
  /** After this instant nobody needs it any more, and it is not sent. */
  useUntil: z.string(),
})
export type SmsToSend = z.infer<typeof SmsToSend>

export const smsQueue = 'deliver-sms'

/**
 * Has a text message sent once the given transaction is committed, and not at all when it is not.
 *
 * @param tx transaction of the fact that the message tells of
 */
export async function sendSms(tx: Tx, deps: Pick<Deps, 'clock' | 'jobs'>, sms: SmsToSend): Promise<void> {
  const row = onlyRow(
    await tx
      .insert(outboxMessages)
      .values({ kind: 'sms', createdAt: deps.clock.now(), payload: sms })
      .returning({ id: outboxMessages.id }),
  )
  await deps.jobs.enqueue(tx, smsQueue, { id: row.id })
}
