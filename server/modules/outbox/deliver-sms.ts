import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod'
import type { SmsGateway } from '#server/gateways/sms/port.ts'
import { holdConnection } from '#server/platform/database/held-connection.ts'
import type { Deps } from '#server/platform/deps.ts'
import { SmsToSend, smsQueue } from './send-sms.ts'
import { outboxMessages } from './tables.ts'

type DeliveryDeps = Pick<Deps, 'db' | 'clock' | 'jobs'> & { sms: SmsGateway }

/** Consumes the queue of text messages in a worker process. */
export const consumeSms = (deps: DeliveryDeps): Promise<void> =>
  deps.jobs.consume(smsQueue, async data => deliverSms(deps, z.object({ id: z.int() }).parse(data).id))

/**
 * Delivers one message, or drops it when it has expired. Idempotent after that. The row is locked meanwhile, so two
 * workers never send it concurrently.
 */
async function deliverSms({ db, clock, sms }: DeliveryDeps, id: number): Promise<void> {
  await holdConnection(db, 'texts', async tx => {
    const [row] = await tx
      .select({ payload: outboxMessages.payload })
      .from(outboxMessages)
      .where(and(eq(outboxMessages.id, id), isNull(outboxMessages.deliveredAt)))
      .for('update')
    if (!row) return
    const { to, text, useUntil } = SmsToSend.parse(row.payload)
    if (Temporal.Instant.compare(clock.now(), Temporal.Instant.from(useUntil)) < 0) {
      await sms.send({ id: `sms-${id}`, to, text })
    }
    await tx
      .update(outboxMessages)
      .set({ deliveredAt: clock.now(), payload: null })
      .where(eq(outboxMessages.id, id))
  })
}
