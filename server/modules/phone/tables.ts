import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { codeTypes } from '#contract/phone/phone.ts'
import { instant } from '#server/platform/database/columns.ts'
import { users } from '../identity/tables.ts'

/** Codes that were sent: each belongs to one reader, one kind and one number, and is worth nothing for another. */
export const controlCodes = pgTable(
  'control_codes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: codeTypes }).notNull(),
    /** Keyed digest of reader, kind, number and code: a stolen table proves nothing. */
    codeHash: text().notNull(),
    tries: integer().notNull().default(0),
    sentAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    replacedAt: instant(),
  },
  table => [
    // A new code kills the old: there is never a second one that is open.
    uniqueIndex('control_codes_open')
      .on(table.userId, table.kind)
      .where(sql`used_at is null and replaced_at is null`),
    index('control_codes_sent').on(table.userId, table.kind, table.sentAt),
    check('control_codes_kind', sql`${table.kind} in ('phone', 'email', 'storm_shield')`),
  ],
)
