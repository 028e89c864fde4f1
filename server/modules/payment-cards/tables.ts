import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'
import { users } from '../identity/tables.ts'
import { payments } from '../payments/tables.ts'
import { recurringProfiles, subscriptions } from '../subscriptions/tables.ts'

/** Changes of the card by which a subscription renews. */
export const cardChanges = pgTable(
  'card_changes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    subscriptionId: integer()
      .notNull()
      .references(() => subscriptions.id),
    state: text({ enum: ['waiting', 'verified', 'refunded', 'declined', 'abandoned'] }).notNull(),
    /** The charge that verifies the card and is refunded. */
    paymentId: integer()
      .notNull()
      .unique()
      .references(() => payments.id),
    /** Page of the gateway. */
    checkoutUrl: text(),
    /** The renewal that had failed and is charged again with the new card. */
    overdueRenewalId: integer().references(() => recurringProfiles.id),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  table => [
    // Unique, against races: one pending change for a subscription.
    uniqueIndex('card_changes_one').on(table.subscriptionId).where(sql`state = 'waiting'`),
    index('card_changes_waiting').on(table.expiresAt).where(sql`state = 'waiting'`),
    check(
      'card_changes_state',
      sql`${table.state} in ('waiting', 'verified', 'refunded', 'declined', 'abandoned')`,
    ),
  ],
)
