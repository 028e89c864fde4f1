import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { activityKinds } from '#contract/activity/activity.ts'
import { instant } from '#server/platform/database/columns.ts'
import { users } from '../identity/tables.ts'

/** What happened to an account, for its reader's own eyes. Rows are added in the transaction of the fact, never changed. */
export const activityLog = pgTable(
  'activity_log',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    at: instant().notNull(),
    kind: text({ enum: activityKinds }).notNull(),
    details: jsonb().$type<unknown>().notNull(),
  },
  table => [index('activity_log_user').on(table.userId, table.id), index('activity_log_at').on(table.at)],
)
