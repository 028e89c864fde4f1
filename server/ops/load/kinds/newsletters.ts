import * as z from 'zod'
import { NewsletterCategory, NewsletterCode } from '#contract/newsletters/newsletters.ts'
import {
  newsletterDecisions,
  newsletterRecipients,
  newsletterSignups,
  newsletters,
} from '#server/modules/newsletters/tables.ts'
import { isAnyOf } from '#server/platform/database/is-any-of.ts'
import { ReaderEmail, Texts } from '../fields.ts'
import { defineKind, type LoadContext } from '../kind.ts'
import { findReader, missing } from '../references.ts'
import { FileTime } from '../times.ts'
import { addRow, upsertRow } from '../upsert-row.ts'

const NewsletterRow = z.strictObject({
  code: NewsletterCode,
  category: NewsletterCategory,
  title: Texts,
  description: Texts,
  frequency: Texts,
  sample_path: z
    .string()
    .regex(/^\/[\w/.-]+$/)
    .optional(),
  locked: z.boolean(),
  order: z.int().min(0).max(1_000_000).default(0),
})

/** The catalogue of newsletters, in the order of the file unless `order` says otherwise. */
export const newslettersKind = defineKind({
  name: 'newsletters',
  schema: NewsletterRow,
  keyOf: newsletter => newsletter.code,
  write: (context, { code, category, title, description, frequency, sample_path, locked, order }) =>
    upsertRow(context, newsletters, ['code'], [], {
      code,
      category,
      order,
      titleSk: title.sk,
      titleEn: title.en,
      descriptionSk: description.sk,
      descriptionEn: description.en,
      frequencySk: frequency.sk,
      frequencyEn: frequency.en,
      samplePath: sample_path ?? null,
      locked,
    }),
})

const SignupRow = z.strictObject({
  reader: ReaderEmail,
  newsletter: NewsletterCode,
  state: z.enum(['on', 'off']),
  at: FileTime,
})

/** What readers signed up for and off from. An existing decision is never overwritten by a file. */
export const newsletterSignupsKind = defineKind({
  name: 'newsletter-signups',
  schema: SignupRow,
  keyOf: row => `${row.newsletter} of ${row.reader}`,
  isBatched: true,
  write: async (context, { reader, newsletter, state, at }) => {
    const { tx, batches, now } = context
    const user = (await findReader(context, reader)) ?? missing(['reader'], 'reader', reader, 'readers')
    const known = await batches.find('find newsletters', newsletter, codes =>
      tx.select({ key: newsletters.code }).from(newsletters).where(isAnyOf(newsletters.code, codes)),
    )
    if (!known) return missing(['newsletter'], 'newsletter', newsletter, 'newsletters')
    const changedAt = at.at(now)
    const recipientId = await recipientOf(context, {
      email: user.key,
      locale: user.locale,
      createdAt: changedAt,
    })
    const one = { recipientId, newsletterCode: newsletter }
    const signup = { ...one, state, changedAt, changedBy: 'file' } as const
    const outcome = await addRow(context, newsletterSignups, ['recipientId', 'newsletterCode'], signup)
    if (outcome === 'added') {
      const proof = { ...one, decision: state, madeAt: changedAt, madeBy: 'file' } as const
      await addRow(context, newsletterDecisions, ['recipientId', 'newsletterCode'], proof)
    }
    return outcome
  },
})

/** The reader's mailbox, inserted with its first decision. */
async function recipientOf(
  context: LoadContext,
  mailbox: typeof newsletterRecipients.$inferInsert,
): Promise<number> {
  const { tx, batches } = context
  await addRow(context, newsletterRecipients, ['email'], mailbox)
  const recipient = await batches.find('find recipients', mailbox.email, emails =>
    tx
      .select({ key: newsletterRecipients.email, id: newsletterRecipients.id })
      .from(newsletterRecipients)
      .where(isAnyOf(newsletterRecipients.email, emails)),
  )
  if (!recipient) throw new Error('The mailbox is there: it has just been added or found')
  return recipient.id
}
