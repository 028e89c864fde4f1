import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'
import { readerId } from '../identity/tables.ts'
import { payments } from '../payments/tables.ts'
import { products, subscriptions } from '../subscriptions/tables.ts'

/** Batches of codes, for print or for a partner. */
export const couponBatches = pgTable(
  'coupon_batches',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** What they are for, in the publisher's words; unique. */
    name: text().notNull().unique(),
    kind: text({ enum: ['code', 'giveaway'] }).notNull(),
    productCode: text()
      .notNull()
      .references(() => products.code),
    size: integer().notNull(),
    expiresAt: instant().notNull(),
    createdAt: instant().notNull(),
    /** Voided: from then on its unused codes are invalid. */
    voidedAt: instant(),
  },
  table => [
    check('coupon_batches_kind', sql`${table.kind} in ('code', 'giveaway')`),
    check('coupon_batches_size', sql`${table.size} between 1 and 10000`),
  ],
)

/** Activation codes. Whether one is used or expired follows from its columns and the clock. */
export const coupons = pgTable(
  'coupons',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** SHA-256 of the normalized code: a leaked table reveals none. */
    codeHash: text().notNull().unique(),
    /** Import key: that of the code in the publisher's files. A gift that was sent again has another code than there. */
    sourceHash: text(),
    kind: text({ enum: ['code', 'giveaway', 'gift'] }).notNull(),
    productCode: text()
      .notNull()
      .references(() => products.code),
    /** The first instant at which it no longer works. */
    expiresAt: instant().notNull(),
    usedAt: instant(),
    usedBy: readerId(),
    /** The subscription that it gave. */
    subscriptionId: integer().references(() => subscriptions.id),
    /** Hash of the Idempotency-Key it was used with, so that a retry gets the same answer. */
    useKey: text(),
    /** Its batch; null for a gift, and for an imported one. */
    batchId: integer().references(() => couponBatches.id),
  },
  table => [
    index('coupons_batch').on(table.batchId),
    uniqueIndex('coupons_source').on(table.sourceHash),
    uniqueIndex('coupons_use_key').on(table.usedBy, table.useKey),
    check('coupons_kind', sql`${table.kind} in ('code', 'giveaway', 'gift')`),
    check('coupons_used', sql`(${table.usedAt} is null) = (${table.usedBy} is null)`),
  ],
)

/** Presents: who gave what to whom, and on which day its link is mailed. */
export const gifts = pgTable(
  'gifts',
  {
    couponId: integer()
      .primaryKey()
      .references(() => coupons.id),
    buyerId: readerId().notNull(),
    /** Its payment; unique, so one payment gives one gift. */
    paymentId: integer()
      .unique()
      .references(() => payments.id),
    email: text().notNull(),
    recipientName: text(),
    message: text(),
    sendOn: date().notNull(),
    sentAt: instant(),
    /** Version of the valid link; null when its code was imported and is unknown here. */
    linkVersion: integer(),
    /** Days before its expiry at the last reminder to its giver. */
    remindedFor: integer(),
  },
  table => [
    index('gifts_buyer').on(table.buyerId),
    index('gifts_email').on(table.email).where(sql`email <> ''`),
    index('gifts_due').on(table.sendOn).where(sql`sent_at is null`),
  ],
)
