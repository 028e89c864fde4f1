import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { NewsletterCategory, NewsletterCode } from '#contract/newsletters/newsletters.ts'
import { users } from '#server/modules/identity/tables.ts'
import { newsletterRecipients, newsletterSignups, newsletters } from '#server/modules/newsletters/tables.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { ReaderEmail, Texts } from '../fields.ts'
import { defineKind } from '../kind.ts'
import { findReaderId, missing } from '../references.ts'
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
  write: ({ tx }, { code, category, title, description, frequency, sample_path, locked, order }) =>
    upsertRow(tx, newsletters, ['code'], [], {
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
  write: async ({ tx, now }, { reader, newsletter, state, at }) => {
    const userId = await findReaderId(tx, reader)
    const [known] = await tx
      .select({ code: newsletters.code })
      .from(newsletters)
      .where(eq(newsletters.code, newsletter))
    if (!known) return missing(['newsletter'], 'newsletter', newsletter, 'newsletters')
    const changedAt = at.at(now)
    const recipientId = await recipientOf(tx, userId, changedAt)
    const signup = { recipientId, newsletterCode: newsletter, state, changedAt, changedBy: 'file' } as const
    return addRow(tx, newsletterSignups, signup)
  },
})

/** The reader's mailbox, inserted with its first decision. */
async function recipientOf(tx: Tx, userId: number, createdAt: Temporal.Instant): Promise<number> {
  const [user] = await tx
    .select({ email: users.email, locale: users.locale })
    .from(users)
    .where(eq(users.id, userId))
  if (!user) throw new Error('The reader is there: its id has just been found')
  await addRow(tx, newsletterRecipients, { ...user, createdAt })
  const [recipient] = await tx
    .select({ id: newsletterRecipients.id })
    .from(newsletterRecipients)
    .where(eq(newsletterRecipients.email, user.email))
  if (!recipient) throw new Error('The mailbox is there: it has just been added or found')
  return recipient.id
}
