import { and, eq, isNull } from 'drizzle-orm'
import type { SmsGateway } from '#server/gateways/sms/port.ts'
import { holdConnection } from '#server/platform/database/held-connection.ts'
import type { Deps } from '#server/platform/deps.ts'
import { consumeMessages } from './consume-messages.ts'
import { SmsToSend, smsQueue } from './send-sms.ts'
import { outboxMessages } from './tables.ts'

type DeliveryDeps = Pick<Deps, 'db' | 'clock' | 'jobs'> & { sms: SmsGateway }

/** Consumes the queue of text messages in a worker process. */
export const consumeSms = (deps: DeliveryDeps): Promise<void> =>
  consumeMessages(deps, smsQueue, id => deliverSms(deps, id))

/**
 * Delivers one message, or drops it when it has expired. Idempotent after that. The row is locked meanwhile, so two
 * workers never send it concurrently.
 *
 * @throws Error of the gateway, when it is to be retried
 */
const deliverSms = ({ db, clock, sms }: DeliveryDeps, id: number): Promise<void> =>
  holdConnection(db, 'texts', async tx => {
    const [row] = await tx
      .select({ payload: outboxMessages.payload })
      .from(outboxMessages)
      .where(and(eq(outboxMessages.id, id), isNull(outboxMessages.deliveredAt)))
      .for('update')
    if (!row) return
    const { to, text, useUntil } = SmsToSend.parse(row.payload)
    const isExpired = Temporal.Instant.compare(clock.now(), Temporal.Instant.from(useUntil)) >= 0
    if (!isExpired) await sms.send({ id: `sms-${id}`, to, text })
    const now = clock.now()
    await tx
      .update(outboxMessages)
      .set({
        deliveredAt: now,
        payload: null,
        givenUpAt: null,
        ...(isExpired ? { refusedAt: now, failure: 'expired' } : { failure: null }),
      })
      .where(eq(outboxMessages.id, id))
  })
