import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'
import { payments } from '../payments/tables.ts'

export const entryStates = ['waiting', 'confirmed', 'unmatched', 'matched', 'dismissed'] as const

export const unmatchedReasons = [
  'no_symbol',
  'unknown_symbol',
  'underpaid',
  'overpaid',
  'already_paid',
  'payment_closed',
  'wrong_currency',
  'reversal',
  'debit',
] as const

/** Entries of bank statements, deduplicated, with their outcomes. */
export const bankEntries = pgTable(
  'bank_entries',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The publisher's account: an IBAN, or the bank's own number. */
    account: text().notNull(),
    /** Dedupe key (unique in an account), for an entry that comes again in the same or another statement. */
    entryKey: text().notNull(),
    /** The bank's reference of it, and of the statement in which it first came. */
    reference: text().notNull(),
    statement: text().notNull(),
    bookedOn: date().notNull(),
    /** Never negative; `isDebit` says which way the money went. */
    amountCents: integer().notNull(),
    currency: text().notNull(),
    isDebit: boolean().notNull(),
    isReversal: boolean().notNull(),
    variableSymbol: text(),
    /** The payer; recipients of the publisher's own payments are not stored (data minimization). */
    payerName: text(),
    payerAccount: text(),
    message: text(),
    /** `matched` and `dismissed` are a person's decisions. */
    state: text({ enum: entryStates }).notNull(),
    /** Why it did not match; it stays when a person has decided. */
    reason: text({ enum: unmatchedReasons }),
    /** The payment that it pays, or would have paid; of a debit the one that it refunds. */
    paymentId: integer().references(() => payments.id),
    takenAt: instant().notNull(),
    settledAt: instant(),
    /** Note of the person who decided. */
    note: text(),
  },
  table => [
    uniqueIndex('bank_entries_key').on(table.account, table.entryKey),
    index('bank_entries_payment').on(table.paymentId),
    // Unique: a payment is paid in full by one entry.
    uniqueIndex('bank_entries_confirmed')
      .on(table.paymentId)
      .where(sql`state = 'confirmed' and not is_debit`),
    index('bank_entries_waiting').on(table.id).where(sql`state = 'waiting'`),
    index('bank_entries_unmatched').on(table.id).where(sql`state = 'unmatched'`),
    check(
      'bank_entries_state',
      sql`${table.state} in ('waiting', 'confirmed', 'unmatched', 'matched', 'dismissed')`,
    ),
    check('bank_entries_amount', sql`${table.amountCents} >= 0`),
    check('bank_entries_reason', sql`${table.state} <> 'unmatched' or ${table.reason} is not null`),
    check(
      'bank_entries_paid',
      sql`${table.state} not in ('confirmed', 'matched') or ${table.paymentId} is not null`,
    ),
  ],
)
