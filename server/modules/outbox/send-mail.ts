import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod'
import { Locale } from '#contract/wire.ts'
import type { ValuesOf } from '#locales/values-of.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { readerOf } from './store.ts'
import { outboxMessages } from './tables.ts'

/** Mails that the product sends; each has its `mail.<template>.*` texts in both languages. */
export const mailTemplates = [
  'activation',
  'account_exists',
  'new_password',
  'sign_in_link',
  'password_changed',
  'notice_copy',
  'done_by_staff',
  'email_change',
  'email_change_taken',
  'email_changed',
  'email_changed_by_reader',
  'email_taken_back',
  'extern_account_registered',
  'extern_account_linked',
  'extern_account_unlinked',
  'passkey_added',
  'passkey_removed',
  'account_detached',
  'newsletter_confirmation',
  'newsletter_manage',
  'newsletter_welcome',
  'company_access',
  'family_access',
  'documents_announced',
  'company_document',
  'order_paid',
  'gift_paid',
  'gift_received',
  'gift_unused',
  'gift_cancelled',
  'transfer_requested',
  'transfer_reminder',
  'transfer_underpaid',
  'transfer_enough',
  'renewal_ahead',
  'price_changed',
  'renewal_charged',
  'renewal_failed',
  'renewal_stopped',
  'card_expiring',
  'recurrence_stopped',
  'recurrence_started',
  'recurrence_paused',
  'recurrence_resumed',
  'pause_ending',
  'change_planned',
  'change_undone',
  'change_done',
  'renewal_to_confirm',
  'confirmation_lapsing',
  'subscription_extended',
  'subscription_given',
  'subscription_upgraded',
  'upgrade_failed',
  'card_changed',
  'payment_refunded',
  'document_sent',
  'withdrawal_received',
  'withdrawal_refused',
  'storm_shield_code',
  'anonymization_requested',
  'anonymization_withdrawn',
  'anonymization_done',
  'data_archive_ready',
  'help_request',
  'help_received',
  'forum_change_approved',
  'forum_change_declined',
] as const

export const MailToSend = z.object({
  to: z.string(),
  /** Who gets an answer to it, where that is not its sender. */
  replyTo: z.optional(z.string()),
  locale: Locale,
  template: z.enum(mailTemplates),
  /** Values of its texts' placeholders. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** URL of its one button. */
  link: z.string(),
  /** Unsubscribe link of a newsletter mail: in its footer and, for mail programs, in its headers. */
  unsubscribe: z.optional(z.string()),
  /**
   * A picture beneath its text, as PNG in base64, with its text alternative, which the plain text part leaves out, and a
   * link that does the same without it.
   */
  picture: z.optional(
    z.object({
      png: z.string(),
      words: z.string(),
      link: z.optional(z.object({ words: z.string(), address: z.string() })),
    }),
  ),
  /** Files by reference, made when it is sent: the queue keeps no copy, and a retry makes them again. */
  files: z.optional(
    z.array(
      z.discriminatedUnion('kind', [
        /** The receipt or invoice of a payment, if one was made. */
        z.object({ kind: z.literal('document'), paymentId: z.int() }),
        z.object({ kind: z.literal('document_by_id'), id: z.int() }),
        /** The publisher's terms in the language of the mail, if its brand has them as a file. */
        z.object({ kind: z.literal('terms') }),
      ]),
    ),
  ),
})
export type MailToSend = z.infer<typeof MailToSend>

/** A reference to a file that comes with a mail. */
export type FileReference = NonNullable<MailToSend['files']>[number]

export type MailTemplate = MailToSend['template']

/** All placeholders of a mail's texts but the help desk's address, which is added to each. */
export type MailValues<Name extends MailTemplate> = Omit<
  ValuesOf<`mail.${Name}.${'subject' | 'text' | 'button' | 'after'}`>,
  'helpdesk'
>

/** A mail with the values of its placeholders. */
export type Mail = {
  [Name in MailTemplate]: Omit<MailToSend, 'template' | 'values'> & {
    template: Name
    values: MailValues<Name>
  }
}[MailTemplate]

export const mailQueue = 'deliver-mail'

/**
 * Queues a mail in the given transaction: sent once that is committed, never when it is rolled back.
 *
 * @param tx transaction of the change that the mail tells of
 * @param mail what to say to whom
 * @param options.topic by which it can be withdrawn until it is delivered
 * @param options.userId whose it is, where it does not go to the e-mail of the reader's account: it is erased with the reader
 */
export const sendMail = (
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  mail: Mail,
  options: { topic?: string; userId?: number } = {},
): Promise<void> => sendMails(tx, deps, [{ mail, ...options }])

/** Batch form of sendMail. What stands for an erased e-mail has no @: nothing is sent there (decision 012). */
export async function sendMails(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  mails: readonly { mail: Mail; topic?: string; userId?: number }[],
): Promise<void> {
  const sent = mails.filter(({ mail }) => mail.to.includes('@'))
  if (sent.length === 0) return
  const createdAt = deps.clock.now()
  const rows = await tx
    .insert(outboxMessages)
    .values(
      sent.map(({ mail, topic, userId }) => ({
        kind: 'mail' as const,
        createdAt,
        userId: userId ?? readerOf(mail.to),
        template: mail.template,
        payload: mail,
        topic: topic ?? null,
      })),
    )
    .returning({ id: outboxMessages.id })
  await deps.jobs.enqueue(tx, mailQueue, ...rows)
}

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
