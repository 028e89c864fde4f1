import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'
import { foldedSql } from '#server/platform/database/folded.ts'
import { readerId } from '../identity/tables.ts'

/** Delivery addresses for the printed daily, and invoice addresses. */
export const addresses = pgTable(
  'addresses',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Import key: the row's key in the publisher's files, so that a repeated load is idempotent. */
    sourceKey: text().unique(),
    userId: readerId().notNull(),
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
    // Search by support.
    index('addresses_company_id').on(table.companyId).where(sql`company_id is not null`),
    index('addresses_company_parts')
      .using('gin', sql`(${foldedSql(table.companyName)}) gin_trgm_ops`)
      .where(sql`company_name is not null`),
    check('addresses_type', sql`${table.type} in ('invoice', 'print')`),
  ],
)
