import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { AddressInput } from '#contract/addresses/addresses.ts'
import { purchaseBegins } from '#contract/orders/purchase-plan.ts'
import { instant } from '#server/platform/database/columns.ts'
import { users } from '../identity/tables.ts'
import type { OrderConsents } from '../order-terms/index.ts'
import { payments } from '../payments/tables.ts'
import { products, subscriptions } from '../subscriptions/tables.ts'

/** Orders: what a reader wants to buy. */
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
    /** Whom a gift is for, until it is paid or can't be any more, or they are erased; empty from then on. */
    giftEmail: text(),
    giftDate: date(),
    giftName: text(),
    giftMessage: text(),
    /** The subscription of a company that it renews or enlarges. */
    sharedId: integer().references(() => subscriptions.id),
    sharedAct: text({ enum: ['renew', 'add_seats'] }),
    /** How it relates to what its reader has: as shown before ordering; once it is paid, as it was carried out. */
    begins: text({ enum: purchaseBegins }),
    /** The subscriptions after which it begins, which it replaces, or beside which it runs. */
    presentIds: integer().array(),
    /** Its end, where it replaces another one, or adds seats, for the rest of that one's period only. */
    restUntil: instant(),
    /** As it was given with the order, or known of the company; it does not follow the reader's addresses. */
    address: jsonb().$type<AddressInput>(),
    /** A company's own number of it; null where it named none. */
    buyerReference: text(),
    /** What its buyer agreed to; null in orders made before the terms were kept. */
    consents: jsonb().$type<OrderConsents>(),
    /** Idempotency key (unique): the caller's, or while it is pending one derived from the request. */
    requestKey: text(),
    /** Digest of the request that came with the key. */
    requestHash: text().notNull(),
    paymentId: integer()
      .notNull()
      .unique()
      .references(() => payments.id),
    /** Page of the gateway. */
    checkoutUrl: text(),
    /** The subscription that it opened. */
    subscriptionId: integer().references(() => subscriptions.id),
    createdAt: instant().notNull(),
    /** When it expires if still unpaid. */
    expiresAt: instant().notNull(),
    paidAt: instant(),
    /** When its buyer was reminded of the transfer. */
    remindedAt: instant(),
  },
  table => [
    uniqueIndex('orders_request').on(table.userId, table.requestKey),
    index('orders_gift_email').on(table.giftEmail).where(sql`gift_email <> ''`),
    index('orders_waiting').on(table.expiresAt).where(sql`state = 'waiting'`),
    check('orders_state', sql`${table.state} in ('waiting', 'paid', 'failed', 'expired')`),
    index('orders_shared').on(table.sharedId),
    check('orders_shared', sql`(${table.sharedId} is null) = (${table.sharedAct} is null)`),
    check('orders_begins', sql`${table.begins} in ('at_once', 'after', 'instead', 'beside')`),
    check('orders_gift', sql`(${table.giftEmail} is null) = (${table.giftDate} is null)`),
  ],
)
