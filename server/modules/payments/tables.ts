import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, pgSequence, pgTable, text } from 'drizzle-orm/pg-core'
import type { Locale } from '#contract/wire.ts'
import { instant } from '#server/platform/database/columns.ts'
import { users } from '../identity/tables.ts'

/** A gateway's token for a card: never its number, never its CVC. */
export const cards = pgTable(
  'cards',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Import key: the row's key in the publisher's files, so that a repeated load is idempotent. */
    sourceKey: text().unique(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    gatewayToken: text().notNull(),
    brand: text().notNull(),
    last4: text().notNull(),
    /** Last day of the month printed on the card. */
    validUntil: date().notNull(),
    /** Its reader is erased; the gateway is still to delete the card, then the token is erased. */
    toForget: boolean().notNull().default(false),
  },
  table => [
    index('cards_user').on(table.userId),
    index('cards_to_forget').on(table.id).where(sql`to_forget`),
  ],
)

/** Variable symbols: ten digits, each given out once, so that a bank's statement names one payment. */
export const variableSymbols = pgSequence('variable_symbols', {
  startWith: 9_000_000_001,
  maxValue: 9_999_999_999,
})

/** Request for a checkout page of the gateway. */
export type CheckoutPage = {
  description: string
  locale: Locale
  email: string
  /** Whether the card is stored to be charged later. */
  keepsCard: boolean
  /** What may be paid once only, e.g. a period of a subscription; undefined for anything else. */
  paysFor?: string
  successUrl: string
  cancelUrl: string
}

export const payments = pgTable(
  'payments',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    sourceKey: text().unique(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    productCode: text().notNull(),
    /** Purpose: which module's reaction runs when it is settled. */
    purpose: text({ enum: ['order', 'renewal', 'upgrade', 'verification'] })
      .notNull()
      .default('order'),
    method: text({ enum: ['card', 'bank_transfer', 'sms', 'google', 'none'] }).notNull(),
    state: text({ enum: ['created', 'submitted', 'paid', 'failed', 'unknown', 'refunded'] }).notNull(),
    amountCents: integer().notNull(),
    at: instant().notNull(),
    variableSymbol: text().default(sql`nextval('variable_symbols')::text`),
    cardId: integer().references(() => cards.id),
    /** Idempotency key at the gateway. */
    gatewayKey: text().unique(),
    /** The gateway's id of the checkout page. */
    checkoutReference: text(),
    /** The request for its page, kept for retries until it is settled; it has the reader's e-mail address. */
    checkoutRequest: jsonb().$type<CheckoutPage>(),
    /** The gateway's id of the charge. */
    chargeReference: text(),
    /** Why it failed: what the bank said, or that the reader left. */
    failure: text({
      enum: [
        'card_declined',
        'insufficient_funds',
        'expired_card',
        'authentication_required',
        'card_unusable',
        'abandoned',
        'stopped',
      ],
    }),
    /** Why the last card that was tried was refused, while its page is open. */
    lastDecline: text(),
    settledAt: instant(),
    /** The day on which the money came, in the publisher's calendar: the tax point of what was paid. */
    paidOn: date(),
    /** When the gateway was last asked about it. */
    askedAt: instant(),
    /** Sum of its refunds; all of it when the payment is `refunded`. */
    refundedCents: integer().notNull().default(0),
  },
  table => [
    index('payments_user').on(table.userId, table.at),
    index('payments_open').on(table.at).where(sql`state in ('created', 'submitted', 'unknown')`),
    index('payments_to_give_back').on(table.at).where(sql`purpose = 'verification' and state = 'paid'`),
    index('payments_variable_symbol').on(table.variableSymbol),
    index('payments_paid_on').on(table.paidOn, table.id),
    check(
      'payments_state',
      sql`${table.state} in ('created','submitted','paid','failed','unknown','refunded')`,
    ),
    check('payments_purpose', sql`${table.purpose} in ('order','renewal','upgrade','verification')`),
    check('payments_amount', sql`${table.amountCents} >= 0`),
    check('payments_refunded', sql`${table.refundedCents} between 0 and ${table.amountCents}`),
  ],
)

/** Refunds: what is given back of a payment, each with its own corrective document. */
export const refunds = pgTable(
  'refunds',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    paymentId: integer()
      .notNull()
      .references(() => payments.id),
    amountCents: integer().notNull(),
    /** In words of staff; `withdrawal`, `gateway`, `verification` or `too_late` where no person wrote any. */
    reason: text().notNull(),
    /** Name of the operator; `reader`, `order` of money that came too late, or `gateway` for what was refunded there. */
    requestedBy: text().notNull(),
    /** What becomes of the period that was paid for: it ends, is shortened in proportion, or stays. */
    access: text({ enum: ['end', 'shorten', 'keep'] }).notNull(),
    way: text({ enum: ['card', 'transfer'] }).notNull(),
    /** The account that paid and its owner, for a transfer; null where no bank entry says it. */
    iban: text(),
    recipient: text(),
    state: text({ enum: ['requested', 'sent', 'arrived', 'failed'] }).notNull(),
    /** Idempotency key, ours and at the gateway. */
    key: text().notNull().unique(),
    /** The gateway's id of it. */
    gatewayReference: text(),
    /** Message id of the payment order in which it was exported. */
    exportedAs: text(),
    requestedAt: instant().notNull(),
    sentAt: instant(),
    arrivedAt: instant(),
  },
  table => [
    index('refunds_payment').on(table.paymentId),
    index('refunds_open').on(table.id).where(sql`state in ('requested', 'failed')`),
    index('refunds_exported').on(table.exportedAs),
    check('refunds_amount', sql`${table.amountCents} > 0`),
    check('refunds_state', sql`${table.state} in ('requested', 'sent', 'arrived', 'failed')`),
    check('refunds_access', sql`${table.access} in ('end', 'shorten', 'keep')`),
    check('refunds_way', sql`${table.way} in ('card', 'transfer')`),
  ],
)

/** Disputes (chargebacks): payments to which a card's owner objected at the bank. */
export const disputes = pgTable(
  'disputes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    paymentId: integer()
      .notNull()
      .references(() => payments.id),
    /** The gateway's id of it. */
    gatewayReference: text().notNull().unique(),
    /** The card network's reason, a code. */
    reason: text().notNull(),
    amountCents: integer().notNull(),
    state: text({ enum: ['inquiry', 'needs_response', 'under_review', 'won', 'lost'] }).notNull(),
    /** Till when the publisher may answer. */
    respondBy: instant(),
    /** When it was heard of, which is when its reader's renewals stopped, and when it was decided. */
    openedAt: instant().notNull(),
    closedAt: instant(),
  },
  table => [
    index('disputes_payment').on(table.paymentId),
    check(
      'disputes_state',
      sql`${table.state} in ('inquiry', 'needs_response', 'under_review', 'won', 'lost')`,
    ),
  ],
)
