import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'
import { payments, refunds } from '../payments/tables.ts'

/** Withdrawals from contracts, each of which is known by the payment that concluded it. */
export const withdrawals = pgTable(
  'withdrawals',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Unique: nobody withdraws twice. */
    paymentId: integer()
      .notNull()
      .unique()
      .references(() => payments.id),
    /** Null where nothing came back. */
    refundId: integer()
      .unique()
      .references(() => refunds.id),
    /** The moment of receipt, which counts for the term. */
    receivedAt: instant().notNull(),
    /** Whether the reader was signed in, or named an order. */
    by: text({ enum: ['reader', 'visitor'] }).notNull(),
  },
  table => [check('withdrawals_by', sql`${table.by} in ('reader', 'visitor')`)],
)
