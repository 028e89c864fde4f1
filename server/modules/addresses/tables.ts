import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'
import { users } from '../identity/tables.ts'

/** Where a reader is sent what is printed, and whom invoices are made out to. */
export const addresses = pgTable(
  'addresses',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The row's key in the publisher's files, by which a repeated load knows it again. */
    sourceKey: text().unique(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    type: text({ enum: ['invoice', 'print'] }).notNull(),
    name: text().notNull(),
    surname: text().notNull(),
    street: text(),
    number: text().notNull(),
    city: text().notNull(),
    zip: text(),
    /** ISO 3166-1 alpha-2. */
    country: text().notNull(),
    companyName: text(),
    companyId: text(),
    companyTaxId: text(),
    companyVatId: text(),
    changedAt: instant().notNull(),
  },
  table => [
    index('addresses_user').on(table.userId),
    check('addresses_type', sql`${table.type} in ('invoice', 'print')`),
  ],
)
