import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'
import { foldedSql } from '#server/platform/database/folded.ts'
import { readerId } from '../identity/tables.ts'
import { subscriptions } from '../subscriptions/tables.ts'

/**
 * Shared subscriptions, of a company or a family. Until the first access is given there may be no row; its product and
 * its reader then tell the defaults.
 */
export const sharedSubscriptions = pgTable(
  'shared_subscriptions',
  {
    subscriptionId: integer()
      .primaryKey()
      .references(() => subscriptions.id),
    /** Import key: the row's key in the publisher's files, so that a repeated load is idempotent. */
    sourceKey: text().unique(),
    kind: text({ enum: ['company', 'family'] }).notNull(),
    /** The administrator, who gives the seats and alone sees the accesses. */
    administratorId: readerId().notNull(),
    seats: integer().notNull(),
    /** Till when it is paid for, once it was renewed; until then its own period says that. */
    endsAt: instant(),
    companyName: text(),
    companyId: text(),
    companyTaxId: text(),
    companyVatId: text(),
    /** The company's own number of its order, for documents whose order names none. */
    buyerReference: text(),
  },
  table => [
    index('shared_subscriptions_administrator').on(table.administratorId),
    // Search by support.
    index('shared_subscriptions_company_id').on(table.companyId).where(sql`company_id is not null`),
    index('shared_subscriptions_company_parts').using(
      'gin',
      sql`(${foldedSql(table.companyName)}) gin_trgm_ops`,
    ),
    check('shared_subscriptions_kind', sql`${table.kind} in ('company', 'family')`),
    check('shared_subscriptions_seats', sql`${table.seats} > 0`),
  ],
)

/** Addresses that get each new document of a company. */
export const documentRecipients = pgTable(
  'document_recipients',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    subscriptionId: integer()
      .notNull()
      .references(() => sharedSubscriptions.subscriptionId),
    /** Normalized, as in accounts. */
    email: text().notNull(),
    locale: text({ enum: ['sk', 'en'] }).notNull(),
    addedAt: instant().notNull(),
    /** When its owner stopped it; the row stays, so that the administrator cannot start it again. */
    stoppedAt: instant(),
  },
  table => [
    uniqueIndex('document_recipients_email').on(table.subscriptionId, table.email),
    check('document_recipients_locale', sql`${table.locale} in ('sk', 'en')`),
  ],
)

/** Access: a seat given to an e-mail address. Its columns tell its state: pending, active or deactivated. */
export const accesses = pgTable(
  'accesses',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    sourceKey: text().unique(),
    subscriptionId: integer()
      .notNull()
      .references(() => sharedSubscriptions.subscriptionId),
    /** Normalized (trimmed, lower case), as in accounts. */
    email: text().notNull(),
    invitedAt: instant().notNull(),
    /** Half of the link's code, by which it is found; the other half is derived from it by the application's secret. */
    linkKey: text().notNull().unique(),
    linkExpiresAt: instant().notNull(),
    linkSentAt: instant(),
    /** Reader who took it, when, and the subscription that it gives. */
    userId: readerId(),
    activeFrom: instant(),
    seatSubscriptionId: integer()
      .unique()
      .references(() => subscriptions.id),
    deactivatedAt: instant(),
  },
  table => [
    index('accesses_subscription').on(table.subscriptionId),
    index('accesses_user').on(table.userId),
    index('accesses_waiting').on(table.email).where(sql`user_id is null and deactivated_at is null`),
    uniqueIndex('accesses_open_email')
      .on(table.subscriptionId, table.email)
      .where(sql`deactivated_at is null`),
    uniqueIndex('accesses_open_user')
      .on(table.subscriptionId, table.userId)
      .where(sql`deactivated_at is null`),
    check('accesses_taken', sql`(${table.userId} is null) = (${table.activeFrom} is null)`),
  ],
)
