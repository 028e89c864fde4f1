import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../database/columns.ts'

/** What repeated tasks could not handle, each item until it is handled or nobody's any more. */
export const failedItems = pgTable(
  'failed_items',
  {
    task: text().notNull(),
    /** Its id, e.g. of an order. */
    item: text().notNull(),
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
    /** Times that it failed. */
    tries: integer().notNull(),
    /** Kind and code of the last error; its message may be personal. */
    reason: text().notNull(),
    /** Not tried again before. */
    nextAt: instant().notNull(),
  },
  table => [primaryKey({ columns: [table.task, table.item] })],
)
