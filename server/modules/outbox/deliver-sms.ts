import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod'
import type { SmsGateway } from '#server/gateways/sms/port.ts'
import { holdConnection } from '#server/platform/database/held-connection.ts'
import type { Deps } from '#server/platform/deps.ts'
import { describeShortly } from '#server/platform/telemetry/log.ts'
import { SmsToSend, smsQueue } from './send-sms.ts'
import { outboxMessages } from './tables.ts'

type DeliveryDeps = Pick<Deps, 'db' | 'clock' | 'jobs'> & { sms: SmsGateway }

/** Consumes the queue of text messages in a worker process. */
export const consumeSms = (deps: DeliveryDeps): Promise<void> =>
  deps.jobs.consume(smsQueue, async data => deliverSms(deps, z.object({ id: z.int() }).parse(data).id))

/**
 * Delivers one message, or drops it when it has expired. Idempotent after that. The row is locked meanwhile, so two
 * workers never send it concurrently. The outcome is stored without the content.
 *
 * @throws Error of the gateway, when it is to be retried
 */
async function deliverSms({ db, clock, sms }: DeliveryDeps, id: number): Promise<void> {
  const failure = await holdConnection(db, 'texts', async tx => {
    const [row] = await tx
      .select({ payload: outboxMessages.payload })
      .from(outboxMessages)
      .where(and(eq(outboxMessages.id, id), isNull(outboxMessages.deliveredAt)))
      .for('update')
    if (!row) return undefined
    const { to, text, useUntil } = SmsToSend.parse(row.payload)
    const keep = (columns: Partial<typeof outboxMessages.$inferInsert>) =>
      tx.update(outboxMessages).set(columns).where(eq(outboxMessages.id, id))
    const ended = () => ({ deliveredAt: clock.now(), payload: null })
    if (Temporal.Instant.compare(clock.now(), Temporal.Instant.from(useUntil)) >= 0) {
      await keep({ ...ended(), refusedAt: clock.now(), failure: 'expired' })
      return undefined
    }
    try {
      await sms.send({ id: `sms-${id}`, to, text })
    } catch (error) {
      await keep({ failure: describeShortly(error) })
      return { error }
    }
    await keep({ ...ended(), failure: null })
    return undefined
  })
  if (failure) throw failure.error
}
