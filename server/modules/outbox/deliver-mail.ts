import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod'
import type { MailGateway } from '#server/gateways/mail/port.ts'
import type { Deps } from '#server/platform/deps.ts'
import { holdConnection } from '#server/platform/held-connection.ts'
import { renderMail } from './render-mail.ts'
import { MailToSend, mailQueue } from './send-mail.ts'
import { outboxMessages } from './tables.ts'
import { unsubscribeHeaders } from './unsubscribe-headers.ts'

type DeliveryDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'> & { mail: MailGateway }

/** Delivers queued mails in this process, when it is one that works. */
export const consumeMail = (deps: DeliveryDeps): Promise<void> =>
  deps.jobs.consume(mailQueue, async data => deliverMail(deps, z.object({ id: z.int() }).parse(data).id))

/**
 * Delivers one mail; a repeat after its delivery does nothing. The row is locked meanwhile, so two workers
 * never send the same one at the same time.
 */
async function deliverMail(deps: DeliveryDeps, id: number): Promise<void> {
  const { emails, mailLook, supplier } = deps.settings
  await holdConnection(deps.db, 'mails', async tx => {
    const [row] = await tx
      .select({ payload: outboxMessages.payload })
      .from(outboxMessages)
      .where(and(eq(outboxMessages.id, id), isNull(outboxMessages.deliveredAt)))
      .for('update')
    if (!row) return
    const mail = MailToSend.parse(row.payload)
    const host = new URL(deps.settings.origins.account).hostname
    await deps.mail.send({
      messageId: `<outbox-${id}@${host}>`,
      to: mail.to,
      ...renderMail(mail, emails.helpdesk, mailLook, supplier),
      ...(mail.unsubscribe === undefined ? {} : { headers: unsubscribeHeaders(mail.unsubscribe) }),
    })
    await tx
      .update(outboxMessages)
      .set({ deliveredAt: deps.clock.now(), payload: null })
      .where(eq(outboxMessages.id, id))
  })
}
