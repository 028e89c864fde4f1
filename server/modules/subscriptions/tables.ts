import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/columns.ts'
import { users } from '../identity/tables.ts'
import { cards, payments } from '../payments/tables.ts'

/** What is sold: what it unlocks, for how long, to whom, and what it renews into. */
export const products = pgTable('products', {
  code: text().primaryKey(),
  group: text({
    enum: [
      'none',
      'premium',
      'premium_plus',
      'standard',
      'standard_advert',
      'spectator',
      'spectator_premium_plus',
      'sportnet',
      'myregiony',
      'advert',
    ],
  }).notNull(),
  audience: text({ enum: ['person', 'company', 'family', 'gift'] }).notNull(),
  priceCents: integer().notNull(),
  /** How much of the price is for the printed daily, which is taxed at a rate of its own. */
  printCents: integer().notNull().default(0),
  currency: text({ enum: ['EUR'] }).notNull(),
  /** Calendar length, e.g. P1Y or P4W. */
  length: text().notNull(),
  access: text().array().notNull(),
  /** Devices that may read at once; 0 means that none are counted. */
  deviceLimit: integer().notNull(),
  seats: integer().notNull(),
  renewsInto: text(),
  nameSk: text().notNull(),
  nameEn: text().notNull(),
  sold: boolean().notNull(),
})

/** A reader's right to a product's access in a period. Its state follows from the period and the clock. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The row's key in the publisher's files, by which a repeated load knows it again. */
    sourceKey: text().unique(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    productCode: text()
      .notNull()
      .references(() => products.code),
    /** What was agreed for this period; a later change of the product's price does not touch it. */
    priceCents: integer().notNull(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    paymentId: integer().references(() => payments.id),
  },
  table => [
    index('subscriptions_user').on(table.userId, table.endsAt),
    check('subscriptions_period', sql`${table.startsAt} < ${table.endsAt}`),
  ],
)

/** The promise to charge a card at `charge_at` for the period that follows a subscription. */
export const recurringProfiles = pgTable(
  'recurring_profiles',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    subscriptionId: integer()
      .notNull()
      .references(() => subscriptions.id),
    cardId: integer().references(() => cards.id),
    state: text({
      enum: ['active', 'charged', 'charge_failed', 'user_stop', 'admin_stop', 'system_stop'],
    }).notNull(),
    chargeAt: instant().notNull(),
    nextProductCode: text()
      .notNull()
      .references(() => products.code),
    failedAttempts: integer().notNull().default(0),
    stoppedAt: instant(),
  },
  table => [
    uniqueIndex('recurring_profiles_live')
      .on(table.subscriptionId)
      .where(sql`state in ('active', 'user_stop', 'admin_stop', 'system_stop')`),
    index('recurring_profiles_due').on(table.chargeAt).where(sql`state = 'active'`),
    check(
      'recurring_profiles_state',
      sql`${table.state} in ('active','charged','charge_failed','user_stop','admin_stop','system_stop')`,
    ),
  ],
)
