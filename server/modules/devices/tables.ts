import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'
import { readerId, sessions } from '../identity/tables.ts'

/** A browser or app that read locked content. A removed one stays, since removals are counted. */
export const devices = pgTable(
  'devices',
  {
    id: text().primaryKey(),
    userId: readerId().notNull(),
    name: text().notNull(),
    type: text({ enum: ['browser', 'phone', 'tablet', 'app'] }).notNull(),
    lastActivity: instant().notNull(),
    /** Session in which it last read; null for imported and older rows. */
    sessionId: text().references(() => sessions.id, { onDelete: 'set null' }),
    removedAt: instant(),
  },
  table => [
    index('devices_user').on(table.userId, table.lastActivity),
    index('devices_session').on(table.sessionId),
  ],
)

/** One row for each downloaded e-book file: at most 30 in any 30 days (R6.04). */
export const ebookDownloads = pgTable(
  'ebook_downloads',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: readerId().notNull(),
    at: instant().notNull(),
    /** File and download ids of the e-book site; null in older rows. */
    file: text(),
    downloadId: text(),
  },
  table => [
    index('ebook_downloads_user').on(table.userId, table.at),
    uniqueIndex('ebook_downloads_download').on(table.userId, table.downloadId),
  ],
)
