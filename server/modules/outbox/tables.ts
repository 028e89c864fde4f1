import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/columns.ts'

/** What is to leave the house, written in the transaction of the fact that it tells of. */
export const outboxMessages = pgTable(
  'outbox_messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ['mail', 'sms'] }).notNull(),
    createdAt: instant().notNull(),
    /** Erased once it is delivered: it may hold a link that signs its reader in. */
    payload: jsonb().$type<unknown>(),
    deliveredAt: instant(),
    /** What it is about, when it may have to be taken back. */
    topic: text(),
  },
  table => [index('outbox_messages_topic').on(table.topic).where(sql`delivered_at is null`)],
)
