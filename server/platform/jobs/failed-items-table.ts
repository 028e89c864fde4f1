import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../database/columns.ts'

/** Failed items of repeated tasks, each until it is handled or no longer due. */
export const failedItems = pgTable(
  'failed_items',
  {
    task: text().notNull(),
    /** Its id, e.g. of an order. */
    item: text().notNull(),
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
    tries: integer().notNull(),
    /** Kind and code of the last error; its message may be personal. */
    reason: text().notNull(),
    nextAt: instant().notNull(),
  },
  table => [primaryKey({ columns: [table.task, table.item] })],
)
