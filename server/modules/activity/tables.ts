import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { activityKinds } from '#contract/activity/activity.ts'
import { instant } from '#server/platform/database/columns.ts'
import { readerId } from '../identity/tables.ts'

/** Append-only log of an account for its reader. Rows are inserted in the transaction of the change that they tell of. */
export const activityLog = pgTable(
  'activity_log',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: readerId().notNull(),
    at: instant().notNull(),
    kind: text({ enum: activityKinds }).notNull(),
    details: jsonb().$type<unknown>().notNull(),
  },
  table => [index('activity_log_user').on(table.userId, table.id), index('activity_log_at').on(table.at)],
)
