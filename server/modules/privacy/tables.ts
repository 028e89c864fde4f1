import { date, pgTable, text } from 'drizzle-orm/pg-core'

/** When each table was last gone through for what has been kept long enough. */
export const retentionRuns = pgTable('retention_runs', {
  tableName: text().primaryKey(),
  /** The night, by the publisher's calendar. */
  doneOn: date(),
})
