import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/columns.ts'

/** What the demo's own mail server received. */
export const demoMails = pgTable(
  'demo_mails',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    to: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    sentAt: instant().notNull(),
  },
  table => [index('demo_mails_to').on(table.to)],
)
