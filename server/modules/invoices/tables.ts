import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'
import { users } from '../identity/tables.ts'
import { payments, refunds } from '../payments/tables.ts'

/** The last number given out in each series and year; its row is locked until the document is committed. */
export const documentCounters = pgTable(
  'document_counters',
  {
    kind: text({ enum: ['receipt', 'invoice', 'credit_note'] }).notNull(),
    year: integer().notNull(),
    last: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.kind, table.year] })],
)

/** Documents as they were made: immutable, even when the reader's or publisher's data change. */
export const documents = pgTable(
  'documents',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    paymentId: integer()
      .notNull()
      .references(() => payments.id),
    /** The refund that a credit note is about; null for those made before refunds were kept. */
    refundId: integer()
      .unique()
      .references(() => refunds.id),
    kind: text({ enum: ['receipt', 'invoice', 'credit_note'] }).notNull(),
    /** In the publisher's calendar. */
    year: integer().notNull(),
    serial: integer().notNull(),
    issuedAt: instant().notNull(),
    amountCents: integer().notNull(),
    /** Everything that the document says; its schema is in document-content.ts. */
    content: jsonb().$type<unknown>().notNull(),
  },
  table => [
    uniqueIndex('documents_number').on(table.kind, table.year, table.serial),
    uniqueIndex('documents_payment').on(table.paymentId).where(sql`kind <> 'credit_note'`),
    // With credit notes.
    index('documents_of_payment').on(table.paymentId),
    index('documents_tax_point').on(sql`(content ->> 'paidOn')`),
    index('documents_issued').on(table.issuedAt),
    index('documents_user').on(table.userId, table.issuedAt),
    check('documents_kind', sql`${table.kind} in ('receipt','invoice','credit_note')`),
    check('documents_serial', sql`${table.serial} > 0`),
    check('documents_amount', sql`(${table.amountCents} < 0) = (${table.kind} = 'credit_note')`),
  ],
)
