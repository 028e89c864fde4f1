import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'

/** What is to leave the house, written in the transaction of the fact that it tells of. */
export const outboxMessages = pgTable(
  'outbox_messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ['mail', 'sms'] }).notNull(),
    createdAt: instant().notNull(),
    /**
     * Whose address it is sent to; null when nobody has an account under it. Not a foreign key: its check would lock that
     * reader's row in transactions of other readers.
     */
    userId: integer(),
    /** Which mail it is. */
    template: text(),
    /** Erased once it is delivered: it may hold a link that signs its reader in. */
    payload: jsonb().$type<unknown>(),
    deliveredAt: instant(),
    /** When the other side refused it for good. */
    refusedAt: instant(),
    /** Kind and code of the last failure, none once it is delivered. */
    failure: text(),
    /** What it is about, when it may have to be taken back. */
    topic: text(),
  },
  table => [
    index('outbox_messages_topic').on(table.topic).where(sql`delivered_at is null`),
    index('outbox_messages_user').on(table.userId, table.id).where(sql`user_id is not null`),
    index('outbox_messages_created').on(table.createdAt),
  ],
)
