import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'

/** The catalogue: what the publisher sends and to whom. Issues are written and sent elsewhere. */
export const newsletters = pgTable('newsletters', {
  code: text().primaryKey(),
  /** Short name in the links of mails. */
  id: integer().notNull().unique().generatedAlwaysAsIdentity(),
  category: text({ enum: ['sme', 'my', 'korzar', 'closer', 'sportnet', 'spectator'] }).notNull(),
  order: integer().notNull(),
  titleSk: text().notNull(),
  titleEn: text().notNull(),
  descriptionSk: text().notNull(),
  descriptionEn: text().notNull(),
  frequencySk: text().notNull(),
  frequencyEn: text().notNull(),
  /** Path on the content host. */
  samplePath: text(),
  /** Only for those who have a subscription. */
  locked: boolean().notNull(),
})

/**
 * A mailbox that once decided about a newsletter. It is identified by its address, not by an account: a visitor who
 * signs up and registers later finds everything as it was.
 */
export const newsletterRecipients = pgTable(
  'newsletter_recipients',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Trimmed and lower-cased, as in accounts. */
    email: text().notNull().unique(),
    locale: text({ enum: ['sk', 'en'] }).notNull(),
    createdAt: instant().notNull(),
    /** Day of the publisher's calendar before which nothing is sent; no sign-up is changed by it (decision 088). */
    pausedUntil: date(),
  },
  table => [index('newsletter_recipients_paused').on(table.pausedUntil).where(sql`paused_until is not null`)],
)

const changedBy = ['reader', 'confirmation', 'mailed_link', 'unsubscribe_link', 'file'] as const

/** The present decision. No row means that there never was one, which is not the same as `off`. */
export const newsletterSignups = pgTable(
  'newsletter_signups',
  {
    recipientId: integer()
      .notNull()
      .references(() => newsletterRecipients.id),
    newsletterCode: text()
      .notNull()
      .references(() => newsletters.code),
    state: text({ enum: ['on', 'off'] }).notNull(),
    changedAt: instant().notNull(),
    changedBy: text({ enum: changedBy }).notNull(),
    /** Nothing is sent until then, though the state is `on`. */
    snoozedUntil: instant(),
  },
  table => [
    primaryKey({ columns: [table.recipientId, table.newsletterCode] }),
    index('newsletter_signups_newsletter').on(table.newsletterCode, table.state),
    index('newsletter_signups_snoozed').on(table.snoozedUntil).where(sql`snoozed_until is not null`),
  ],
)

/** Audit log of all decisions, to prove a consent or its withdrawal. */
export const newsletterDecisions = pgTable(
  'newsletter_decisions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    recipientId: integer()
      .notNull()
      .references(() => newsletterRecipients.id),
    newsletterCode: text()
      .notNull()
      .references(() => newsletters.code),
    decision: text({ enum: ['on', 'off', 'snoozed'] }).notNull(),
    madeAt: instant().notNull(),
    madeBy: text({ enum: changedBy }).notNull(),
  },
  table => [index('newsletter_decisions_recipient').on(table.recipientId, table.newsletterCode)],
)

/** Links mailed to an address that asked for newsletters, or for managing them, without an account. */
export const newsletterLinks = pgTable(
  'newsletter_links',
  {
    /** SHA-256 of the token: useless from a leaked table. */
    tokenHash: text().primaryKey(),
    email: text().notNull(),
    locale: text({ enum: ['sk', 'en'] }).notNull(),
    /** Codes that were asked for; none when the link is only for managing. */
    codes: text().array().notNull(),
    sentAt: instant().notNull(),
    expiresAt: instant().notNull(),
    confirmedAt: instant(),
  },
  table => [index('newsletter_links_expiry').on(table.expiresAt)],
)

/** Why readers sign off, kept without the reader. */
export const newsletterLeavingReasons = pgTable('newsletter_leaving_reasons', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  newsletterCodes: text().array().notNull(),
  reason: text({ enum: ['too_often', 'not_interesting', 'no_time', 'not_asked_for', 'other'] }).notNull(),
  text: text(),
  toldAt: instant().notNull(),
})
