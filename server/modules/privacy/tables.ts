import { customType, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'
import { readerId } from '../identity/tables.ts'

/** Last retention run of each table. */
export const retentionRuns = pgTable('retention_runs', {
  tableName: text().primaryKey(),
  /** The night, by the publisher's calendar. */
  doneOn: date(),
})

/** Archives of readers' data. Being made until one of its last times is set. */
export const dataArchives = pgTable(
  'data_archives',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: readerId().notNull(),
    requestedAt: instant().notNull(),
    /** Which try it is; a worker whose number is passed writes no more (fencing token). */
    tries: integer().notNull().default(0),
    bytes: integer().notNull().default(0),
    failedAt: instant(),
    readyAt: instant(),
    /** The first instant at which it cannot be downloaded. */
    expiresAt: instant(),
  },
  table => [index('data_archives_user').on(table.userId, table.id)],
)

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** The ZIP files in pieces, each small enough to be held in memory. */
export const dataArchiveChunks = pgTable(
  'data_archive_chunks',
  {
    archiveId: integer()
      .notNull()
      .references(() => dataArchives.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    content: bytea().notNull(),
  },
  table => [primaryKey({ columns: [table.archiveId, table.position] })],
)
