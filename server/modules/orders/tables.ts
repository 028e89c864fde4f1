import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { AddressInput } from '#contract/addresses/addresses.ts'
import { purchaseBegins } from '#contract/orders/purchase-plan.ts'
import { instant } from '#server/platform/database/columns.ts'
import { users } from '../identity/tables.ts'
import { payments } from '../payments/tables.ts'
import { products, subscriptions } from '../subscriptions/tables.ts'

/** What a reader wants to buy. */
export const orders = pgTable(
  'orders',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    productCode: text()
      .notNull()
      .references(() => products.code),
    method: text({ enum: ['card', 'bank_transfer'] }).notNull(),
    state: text({ enum: ['waiting', 'paid', 'failed', 'expired'] }).notNull(),
    /** The price that was shown when it was ordered, and is charged. */
    priceCents: integer().notNull(),
    giftEmail: text(),
    giftDate: date(),
    giftName: text(),
    giftMessage: text(),
    /** The subscription of a company that it renews or enlarges. */
    sharedId: integer().references(() => subscriptions.id),
    sharedAct: text({ enum: ['renew', 'add_seats'] }),
    /** How it goes with what its reader has, as was told before the press; what became of it once it is paid. */
    begins: text({ enum: purchaseBegins }),
    /** The subscriptions after which it begins, whose place it takes, or beside which it runs. */
    presentIds: integer().array(),
    /** Till when it lasts, where it takes the place of another one for the rest of its period only. */
    restUntil: instant(),
    /** As it was given with the order, or known of the company; it does not follow the reader's addresses. */
    address: jsonb().$type<AddressInput>(),
    /** Makes a repeated request the same order: the caller's key, or what was asked for while it waits. */
    requestKey: text(),
    /** Digest of what was asked for with the key. */
    requestHash: text().notNull(),
    paymentId: integer()
      .notNull()
      .unique()
      .references(() => payments.id),
    /** Page of the gateway. */
    checkoutUrl: text(),
    /** What it opened. */
    subscriptionId: integer().references(() => subscriptions.id),
    createdAt: instant().notNull(),
    /** When it is given up, if nobody has paid by then. */
    expiresAt: instant().notNull(),
    paidAt: instant(),
  },
  table => [
    uniqueIndex('orders_request').on(table.userId, table.requestKey),
    index('orders_waiting').on(table.expiresAt).where(sql`state = 'waiting'`),
    check('orders_state', sql`${table.state} in ('waiting', 'paid', 'failed', 'expired')`),
    index('orders_shared').on(table.sharedId),
    check('orders_shared', sql`(${table.sharedId} is null) = (${table.sharedAct} is null)`),
    check('orders_begins', sql`${table.begins} in ('at_once', 'after', 'instead', 'beside')`),
    check('orders_gift', sql`(${table.giftEmail} is null) = (${table.giftDate} is null)`),
  ],
)
