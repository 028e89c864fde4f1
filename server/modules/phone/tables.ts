import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { codeTypes } from '#contract/phone/phone.ts'
import { instant } from '#server/platform/database/columns.ts'
import { readerId } from '../identity/tables.ts'

/** Codes that were sent: each is bound to one reader, one kind and one number. */
export const controlCodes = pgTable(
  'control_codes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: readerId().notNull(),
    kind: text({ enum: codeTypes }).notNull(),
    /** HMAC of reader, kind, number and code: useless from a leaked table. */
    codeHash: text().notNull(),
    tries: integer().notNull().default(0),
    sentAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    replacedAt: instant(),
  },
  table => [
    // Unique: a new code voids the old, so at most one is open.
    uniqueIndex('control_codes_open')
      .on(table.userId, table.kind)
      .where(sql`used_at is null and replaced_at is null`),
    index('control_codes_sent').on(table.userId, table.kind, table.sentAt),
    check('control_codes_kind', sql`${table.kind} in ('phone', 'email', 'storm_shield')`),
  ],
)
