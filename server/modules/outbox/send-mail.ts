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
  'password_changed',
  'notice_copy',
  'extern_account_registered',
  'extern_account_linked',
  'extern_account_unlinked',
  'account_detached',
  'newsletter_confirmation',
  'newsletter_manage',
  'newsletter_welcome',
  'company_access',
  'family_access',
  'order_paid',
  'gift_paid',
  'gift_received',
  'gift_unused',
  'transfer_requested',
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
  'subscription_upgraded',
  'upgrade_failed',
  'card_changed',
  'payment_refunded',
  'storm_shield_code',
  'anonymization_requested',
  'anonymization_withdrawn',
  'anonymization_done',
  'forum_change_approved',
  'forum_change_declined',
] as const

export const MailToSend = z.object({
  to: z.string(),
  locale: Locale,
  template: z.enum(mailTemplates),
  /** What the placeholders of its texts stand for. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Where its one button leads. */
  link: z.string(),
  /** Where a newsletter mail is signed off from: told at its end and, for mail programs, in its headers. */
  unsubscribe: z.optional(z.string()),
  /** A picture beneath its text, as PNG in base64, and what is said of it; programs without HTML leave both out. */
  picture: z.optional(z.object({ png: z.string(), words: z.string() })),
})
export type MailToSend = z.infer<typeof MailToSend>

export type MailTemplate = MailToSend['template']

/** All that the texts of a mail mention but the address of the help desk, which is added to each. */
export type MailValues<Name extends MailTemplate> = Omit<
  ValuesOf<`mail.${Name}.${'subject' | 'text' | 'button' | 'after'}`>,
  'helpdesk'
>

/** A mail with what its texts mention. */
export type Mail = {
  [Name in MailTemplate]: Omit<MailToSend, 'template' | 'values'> & {
    template: Name
    values: MailValues<Name>
  }
}[MailTemplate]

export const mailQueue = 'deliver-mail'

/**
 * Has a mail sent once the given transaction is committed, and not at all when it is not.
 *
 * @param tx transaction of the fact that the mail tells of
 * @param mail what to say to whom
 * @param options.topic under which it can be taken back as long as it was not delivered
 */
export const sendMail = (
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  mail: Mail,
  options: { topic?: string } = {},
): Promise<void> => sendMails(tx, deps, [{ mail, ...options }])

/** Has many mails sent, each as sendMail does one. */
export async function sendMails(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  mails: readonly { mail: Mail; topic?: string }[],
): Promise<void> {
  if (mails.length === 0) return
  const createdAt = deps.clock.now()
  const rows = await tx
    .insert(outboxMessages)
    .values(
      mails.map(({ mail, topic }) => ({
        kind: 'mail' as const,
        createdAt,
        userId: readerOf(mail.to),
        template: mail.template,
        payload: mail,
        topic: topic ?? null,
      })),
    )
    .returning({ id: outboxMessages.id })
  await deps.jobs.enqueue(tx, mailQueue, ...rows)
}
