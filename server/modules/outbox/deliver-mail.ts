import { and, eq, isNull } from 'drizzle-orm'
import { type MailFile, type MailGateway, MailRefused } from '#server/gateways/mail/port.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { holdConnection } from '#server/platform/database/held-connection.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Settings } from '#server/platform/settings.ts'
import { createCounter } from '#server/platform/telemetry/metrics.ts'
import { consumeMessages } from './consume-messages.ts'
import { pictureId, renderMail } from './render-mail.ts'
import { type FileReference, MailToSend, mailQueue } from './send-mail.ts'
import { outboxMessages } from './tables.ts'
import { unsubscribeHeaders } from './unsubscribe-headers.ts'

/** Makes the files of a mail that a reference names, over the connection that holds the mail. */
export type MakeFiles = (
  tx: Tx,
  reference: FileReference,
  locale: MailToSend['locale'],
) => Promise<MailFile[]>

type DeliveryDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'log' | 'settings'> & {
  mail: MailGateway
  makeFiles: MakeFiles
}

/** Consumes the queue of mails in a worker process. */
export const consumeMail = (deps: DeliveryDeps): Promise<void> =>
  consumeMessages(deps, mailQueue, id => deliverMail(deps, id))

const countMail = createCounter(
  'profil_mails_total',
  'Mails that this process handed over, or tried to in vain.',
  ['template', 'outcome'],
)

/**
 * Delivers one mail. Idempotent once delivered. The row is locked meanwhile, so two workers never send it concurrently.
 *
 * @throws MailRefused when it is refused for good; any other error of the mail server, when it is to be retried
 */
const deliverMail = (deps: DeliveryDeps, id: number): Promise<void> =>
  holdConnection(deps.db, 'mails', async tx => {
    const [row] = await tx
      .select({ payload: outboxMessages.payload })
      .from(outboxMessages)
      .where(and(eq(outboxMessages.id, id), isNull(outboxMessages.deliveredAt)))
      .for('update')
    if (!row) return
    const mail = MailToSend.parse(row.payload)
    try {
      const files = await makeAll(tx, deps.makeFiles, mail)
      await deps.mail.send({ ...toOutgoing(deps.settings, id, mail), ...(files.length > 0 && { files }) })
    } catch (error) {
      countMail({ template: mail.template, outcome: error instanceof MailRefused ? 'refused' : 'failed' })
      throw error
    }
    countMail({ template: mail.template, outcome: 'delivered' })
    deps.log.info({ mail: id, template: mail.template }, 'mail delivered')
    await tx
      .update(outboxMessages)
      .set({ deliveredAt: deps.clock.now(), payload: null, failure: null, refusedAt: null, givenUpAt: null })
      .where(eq(outboxMessages.id, id))
  })

async function makeAll(
  tx: Tx,
  makeFiles: MakeFiles,
  { files = [], locale }: MailToSend,
): Promise<MailFile[]> {
  const made: MailFile[] = []
  for (const reference of files) made.push(...(await makeFiles(tx, reference, locale)))
  return made
}

function toOutgoing({ origins, emails, mailLook, supplier }: Settings, id: number, mail: MailToSend) {
  const host = new URL(origins.account).hostname
  return {
    messageId: `<outbox-${id}@${host}>`,
    to: mail.to,
    ...(mail.replyTo !== undefined && { replyTo: mail.replyTo }),
    ...renderMail(mail, emails.helpdesk, mailLook, supplier),
    ...(mail.picture && {
      pictures: [{ cid: pictureId, content: Buffer.from(mail.picture.png, 'base64') }],
    }),
    ...(mail.unsubscribe === undefined ? {} : { headers: unsubscribeHeaders(mail.unsubscribe) }),
  }
}
