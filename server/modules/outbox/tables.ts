import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'

/** Transactional outbox: messages to send, inserted in the transaction of the change that they tell of. */
export const outboxMessages = pgTable(
  'outbox_messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ['mail', 'sms'] }).notNull(),
    createdAt: instant().notNull(),
    /**
     * Reader of the recipient's address, also where it is a former one; null without an account. Not a foreign key: its
     * check would lock that reader's row in transactions of other readers.
     */
    userId: integer(),
    template: text(),
    /** Erased once it is delivered: it may contain a link that signs its reader in. */
    payload: jsonb().$type<unknown>(),
    deliveredAt: instant(),
    /** When the other side refused it for good. */
    refusedAt: instant(),
    /** When its last try had failed; it is sent only if staff have its job tried again. */
    givenUpAt: instant(),
    /** Kind and code of the last failure, none once it is delivered. */
    failure: text(),
    /** Topic, by which it can be withdrawn. */
    topic: text(),
  },
  table => [
    index('outbox_messages_topic').on(table.topic).where(sql`delivered_at is null`),
    index('outbox_messages_user').on(table.userId, table.id).where(sql`user_id is not null`),
    index('outbox_messages_created').on(table.createdAt),
  ],
)
