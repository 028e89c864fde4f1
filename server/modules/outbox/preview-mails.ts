import { inArray } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { renderMail } from './render-mail.ts'
import { MailToSend } from './send-mail.ts'
import { outboxMessages } from './tables.ts'

/**
 * Mails as their readers would get them, without their links: one that is made from what it opens, as a gift's, works though
 * its mail is never sent.
 *
 * @param tx transaction that has queued them
 * @param ids of the outbox
 */
export async function previewMails(
  tx: Tx,
  { settings: { emails, mailLook, supplier } }: Pick<Deps, 'settings'>,
  ids: readonly number[],
): Promise<{ to: string; subject: string; text: string }[]> {
  const rows = await tx
    .select({ payload: outboxMessages.payload })
    .from(outboxMessages)
    .where(inArray(outboxMessages.id, [...ids]))
    .orderBy(outboxMessages.id)
  return rows.map(({ payload }) => {
    const mail = MailToSend.parse(payload)
    const { subject, text } = renderMail({ ...mail, link: '…' }, emails.helpdesk, mailLook, supplier)
    return { to: mail.to, subject, text }
  })
}
