import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/columns.ts'
import { users } from '../identity/tables.ts'

/** A gateway's token for a card: never its number, never its CVC. */
export const cards = pgTable(
  'cards',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The row's key in the publisher's files, by which a repeated load knows it again. */
    sourceKey: text().unique(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    gatewayToken: text().notNull(),
    brand: text().notNull(),
    last4: text().notNull(),
    /** Last day of the month printed on the card. */
    validUntil: date().notNull(),
  },
  table => [index('cards_user').on(table.userId)],
)

export const payments = pgTable(
  'payments',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    sourceKey: text().unique(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    productCode: text().notNull(),
    method: text({ enum: ['card', 'bank_transfer', 'sms', 'google', 'none'] }).notNull(),
    state: text({ enum: ['created', 'submitted', 'paid', 'failed', 'unknown', 'refunded'] }).notNull(),
    amountCents: integer().notNull(),
    at: instant().notNull(),
    variableSymbol: text(),
    cardId: integer().references(() => cards.id),
  },
  table => [
    index('payments_user').on(table.userId, table.at),
    check(
      'payments_state',
      sql`${table.state} in ('created','submitted','paid','failed','unknown','refunded')`,
    ),
    check('payments_amount', sql`${table.amountCents} >= 0`),
  ],
)
