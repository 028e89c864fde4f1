import { date, pgTable, text } from 'drizzle-orm/pg-core'

/** Last retention run of each table. */
export const retentionRuns = pgTable('retention_runs', {
  tableName: text().primaryKey(),
  /** The night, by the publisher's calendar. */
  doneOn: date(),
})
