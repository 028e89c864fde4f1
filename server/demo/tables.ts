import { index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'

/** State of the demo publisher's load into an empty database; one row, none if never begun. */
export const demoLoad = pgTable('demo_load', {
  id: smallint().primaryKey().default(1),
  startedAt: instant().notNull(),
  finishedAt: instant(),
})

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

/** What the demo's own SMS service received. */
export const demoTexts = pgTable(
  'demo_texts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The sender's id of the message, to dedupe retries. */
    messageId: text().notNull().unique(),
    /** As it is written here: `09xxxxxxxx`. */
    to: text().notNull(),
    text: text().notNull(),
    sentAt: instant().notNull(),
  },
  table => [index('demo_texts_to').on(table.to)],
)
