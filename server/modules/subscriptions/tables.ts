import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { declineReasons } from '#contract/payments/decline-reason.ts'
import { subscriptionGroups } from '#contract/subscriptions/subscriptions.ts'
import { instant } from '#server/platform/database/columns.ts'
import { users } from '../identity/tables.ts'
import type { OrderConsents } from '../order-terms/index.ts'
import { cards, payments } from '../payments/tables.ts'

/** Products: access, length, audience, and what they renew into. */
export const products = pgTable('products', {
  code: text().primaryKey(),
  group: text({ enum: subscriptionGroups }).notNull(),
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

/** Planned prices, pending and applied. */
export const plannedPrices = pgTable(
  'planned_prices',
  {
    productCode: text()
      .notNull()
      .references(() => products.code),
    /** The day in the publisher's calendar from which it holds. */
    fromDay: date().notNull(),
    priceCents: integer().notNull(),
    printCents: integer().notNull(),
    /** When the product took it, and what it had cost before. */
    appliedAt: instant(),
    formerCents: integer(),
  },
  table => [
    primaryKey({ columns: [table.productCode, table.fromDay] }),
    index('planned_prices_due').on(table.fromDay).where(sql`applied_at is null`),
    check('planned_prices_print', sql`${table.printCents} between 0 and ${table.priceCents}`),
  ],
)

/** Rates of VAT that a law changes, beside those that vat.ts knows. */
export const vatRates = pgTable(
  'vat_rates',
  {
    kind: text({ enum: ['digital', 'print'] }).notNull(),
    /** The day in the publisher's calendar from which it holds. */
    fromDay: date().notNull(),
    percent: integer().notNull(),
  },
  table => [
    primaryKey({ columns: [table.kind, table.fromDay] }),
    check('vat_rates_kind', sql`${table.kind} in ('digital', 'print')`),
    check('vat_rates_percent', sql`${table.percent} between 0 and 100`),
  ],
)

/** A reader's right to a product's access in a period. Its state follows from the period and the clock. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Import key: the row's key in the publisher's files, so that a repeated load is idempotent. */
    sourceKey: text().unique(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    productCode: text()
      .notNull()
      .references(() => products.code),
    /** Price agreed for this period; a later change of the product's price does not touch it. */
    priceCents: integer().notNull(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    paymentId: integer().references(() => payments.id),
    /** The subscription that this one renews; unique, so nothing is renewed twice. */
    renewalOf: integer()
      .unique()
      .references((): AnyPgColumn => subscriptions.id),
    /**
     * Anchor: when the first period of the chain began. Each end is counted from here, so that a year from 29 February
     * comes back to the 29th; null when unknown.
     */
    anchorAt: instant(),
  },
  table => [
    index('subscriptions_user').on(table.userId, table.endsAt),
    index('subscriptions_payment').on(table.paymentId),
    check('subscriptions_period', sql`${table.startsAt} < ${table.endsAt}`),
  ],
)

/** A change of product that waits for the end of what is paid. */
export type PlannedChange = {
  productCode: string
  /** What its reader was told that it costs. */
  priceCents: number
  beginsAt: string
  /** What was renewed before, which an undo restores; null while the charge of that one is still under way. */
  former: {
    productCode: string
    priceCents: number
    comingCents: number | null
    comingFrom: string | null
  } | null
}

/** Renewal plan: charge a card at `charge_at` for the period that follows a subscription. */
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
    /** Attempts so far for the period that follows, also those that never reached the gateway. */
    attempts: integer().notNull().default(0),
    /** Why the last of them failed. */
    lastFailure: text({ enum: declineReasons }),
    /** The price that the reader was told, and the announced price for payments due from a moment on. */
    priceCents: integer().notNull(),
    comingCents: integer(),
    comingFrom: instant(),
    stoppedAt: instant(),
    /** Pause: when the renewal goes on. `charge_at` is then, or earlier once its reader has resumed it (R11.03). */
    pausedUntil: instant(),
    /** Another product that its reader has chosen (R11.02). */
    plannedChange: jsonb().$type<PlannedChange>(),
    /** The one charge of this plan; a retry is a plan of its own. */
    paymentId: integer()
      .unique()
      .references(() => payments.id),
    /** Lease and backoff: until then a worker holds it, or it waits before the gateway is asked again. */
    claimedUntil: instant(),
    /** When its reader was reminded of the next charge, and warned of a card that expires before it. */
    remindedAt: instant(),
    cardWarnedAt: instant(),
  },
  table => [
    // At most one live plan for a subscription and its next period; failed ones don't count.
    uniqueIndex('recurring_profiles_live').on(table.subscriptionId).where(sql`state <> 'charge_failed'`),
    // Of all states: the partial one serves no search that failed ones may match.
    index('recurring_profiles_subscription').on(table.subscriptionId),
    // With the id, by which those of one moment are claimed: else each claim puts all that are due in order.
    index('recurring_profiles_due').on(table.chargeAt, table.id).where(sql`state = 'active'`),
    check('recurring_profiles_coming', sql`(${table.comingCents} is null) = (${table.comingFrom} is null)`),
    check(
      'recurring_profiles_state',
      sql`${table.state} in ('active','charged','charge_failed','user_stop','admin_stop','system_stop')`,
    ),
  ],
)

/** Holds: times in which no renewal is charged, since too many were missed or a person said so. One open at most. */
export const renewalHolds = pgTable(
  'renewal_holds',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    heldAt: instant().notNull(),
    /** How many were missed, at least; null when a person held them. */
    missed: integer(),
    releasedAt: instant(),
  },
  () => [uniqueIndex('renewal_holds_open').on(sql`(released_at is null)`).where(sql`released_at is null`)],
)

/** What readers said when they turned renewal off. */
export const stopSurveys = pgTable(
  'stop_surveys',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    subscriptionId: integer()
      .notNull()
      .references(() => subscriptions.id),
    surveyId: text().notNull(),
    answers: jsonb().$type<Record<string, string[]>>().notNull(),
    feedback: text(),
    at: instant().notNull(),
  },
  table => [index('stop_surveys_subscription').on(table.subscriptionId)],
)

/**
 * Upgrades: replacements of a subscription before its end, by an accepted offer or by a purchase that gives more.
 */
export const upgrades = pgTable(
  'upgrades',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    subscriptionId: integer()
      .notNull()
      .references(() => subscriptions.id),
    /** The offer's code, which bears its price; null for what was bought in the shop. */
    offerCode: text(),
    /** What its reader agreed to; null for what was bought in the shop, whose order keeps it, and before it was kept. */
    consents: jsonb().$type<OrderConsents>(),
    productCode: text()
      .notNull()
      .references(() => products.code),
    /** One purchase may replace several. */
    paymentId: integer()
      .notNull()
      .references(() => payments.id),
    /** The subscription that it opened, once it is paid. */
    openedId: integer().references(() => subscriptions.id),
    /** Proration credit: unused value of the replaced subscription. */
    creditedCents: integer().notNull().default(0),
    /** The replaced subscription's former end, restored on refund. */
    formerStartsAt: instant(),
    formerEndsAt: instant(),
    failedAt: instant(),
  },
  table => [
    // One pending or done for a subscription; after a refused charge there may be another.
    uniqueIndex('upgrades_one').on(table.subscriptionId).where(sql`failed_at is null`),
    index('upgrades_payment').on(table.paymentId),
    index('upgrades_opened').on(table.openedId),
  ],
)
