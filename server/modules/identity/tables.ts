import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'
import { foldedSql } from '#server/platform/database/folded.ts'

export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Normalized (trimmed, lower case): the same mailbox is the same reader. */
    email: text().notNull(),
    /** The reader's id in the publisher's former system, for systems that still use it. */
    foreignId: text().unique(),
    name: text(),
    confirmedAt: instant(),
    /** It was confirmed before support gave it an e-mail that nobody has confirmed: never erased as a forsaken one. */
    wasConfirmed: boolean().notNull().default(false),
    /** The last confirmed e-mail before one that support gave and nobody has confirmed: its newsletters follow once it is. */
    formerEmail: text(),
    /** Argon2id, or a former system's hash until the next sign-in; null for linked accounts only, or not chosen yet. */
    passwordHash: text(),
    /** Incremented by every change of the password: sessions begun under a lower one are invalid (R4.15). */
    tokenEpoch: integer().notNull().default(0),
    locale: text({ enum: ['sk', 'en'] }).notNull(),
    registeredAt: instant().notNull(),
    registeredVia: text({ enum: ['web', 'sms', 'google', 'facebook', 'apple'] }).notNull(),
    /** Form and referer of the registration, as the page with the form said (R7.15). */
    registrationSource: text(),
    registrationReferer: text(),
    phone: text(),
    phoneToChange: text(),
    /** When the number was verified; null for one of the publisher's files. */
    phoneConfirmedAt: instant(),
    postInbox: boolean().notNull().default(false),
    /** Whether entries of the reader's own log are mailed too. */
    noticeCopies: boolean().notNull().default(false),
    swgLinked: boolean().notNull().default(false),
    /** Incremented by unlinking Subscribe with Google: tokens of a lower one are void (decision 016). */
    swgGeneration: integer().notNull().default(0),
    mainAccountId: integer().references((): AnyPgColumn => users.id),
    anonymizationRequestedAt: instant(),
    /** When personal data were erased; the row stays for the records that the law requires. */
    anonymizedAt: instant(),
    /** When the publisher blocked this reader. */
    blockedAt: instant(),
  },
  table => [
    uniqueIndex('users_email').on(table.email),
    // Prefix search by support: needs an operator class that ignores the collation.
    index('users_email_beginning').on(table.email.op('text_pattern_ops')),
    // Search by a part, by support: trigrams of PostgreSQL's own extension pg_trgm (decision 093).
    index('users_email_parts').using('gin', table.email.op('gin_trgm_ops')),
    index('users_name_parts').using('gin', sql`(${foldedSql(table.name)}) gin_trgm_ops`),
    // Partial index for decoy hashes: many readers have no password.
    index('users_with_password').on(table.id).where(sql`password_hash is not null`),
    index('users_phone').on(table.phone).where(sql`phone is not null`),
    index('users_main_account').on(table.mainAccountId),
    index('users_leaving')
      .on(table.anonymizationRequestedAt)
      .where(sql`anonymization_requested_at is not null and anonymized_at is null`),
    index('users_unconfirmed')
      .on(table.registeredAt)
      .where(sql`confirmed_at is null and anonymized_at is null`),
  ],
)

/** A column that names a reader. */
export const readerId = () => integer().references(() => users.id)

/** One sign-in in one browser: the family of its refresh tokens. */
export const sessions = pgTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: readerId().notNull(),
    /** The reader's epoch, read together with the password that was verified. */
    tokenEpoch: integer().notNull(),
    startedAt: instant().notNull(),
    lastUsedAt: instant().notNull(),
    /** When the newest of its signed tokens that came back with a call was issued: that answer arrived (decision 003). */
    tokenSeenAt: instant(),
    userAgent: text().notNull(),
    /** Country (ISO 3166) where it began, as the proxies said. */
    country: text(),
    /** Remembered after the browser is closed. */
    remember: boolean().notNull(),
    endedAt: instant(),
    endedBecause: text({
      enum: [
        'signed_out',
        'password_changed',
        'token_reused',
        'ended_by_reader',
        'ended_by_staff',
        'device_removed',
        'blocked',
      ],
    }),
  },
  table => [
    index('sessions_user').on(table.userId),
    index('sessions_end').on(sql`coalesce(${table.endedAt}, ${table.lastUsedAt})`),
  ],
)

export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    /** SHA-256 of the token: a leaked table can't be used to sign in. */
    hash: text().primaryKey(),
    sessionId: text()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    issuedAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** When it was first exchanged for its successor. */
    usedAt: instant(),
  },
  table => [
    index('refresh_tokens_session').on(table.sessionId),
    index('refresh_tokens_expiry').on(table.expiresAt),
  ],
)

/** One-time links by mail that prove access to a mailbox. A new one of a kind voids the older. */
export const mailedLinks = pgTable(
  'mailed_links',
  {
    tokenHash: text().primaryKey(),
    userId: readerId().notNull(),
    kind: text({ enum: ['activation', 'new_password', 'email_change', 'email_take_back'] }).notNull(),
    /** The e-mail that it gives to the account; null for one that leaves the account's own. */
    email: text(),
    /** Of one that takes a change back: the newsletters had followed that change. */
    mailboxMoved: boolean().notNull().default(false),
    /** Of one that takes a change back: when the change was asked for. */
    sentAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    replacedAt: instant(),
  },
  table => [index('mailed_links_user').on(table.userId, table.kind)],
)

/** Mailed links that sign in the browser that asked, each with its code. A used one is deleted. */
export const signInLinks = pgTable(
  'sign_in_links',
  {
    /** SHA-256 of the secret in the cookie of the browser that asked: one link a browser. */
    browserHash: text().primaryKey(),
    tokenHash: text().notNull(),
    /** HMAC, since six digits are soon brute-forced. */
    codeHash: text().notNull(),
    /** HMAC of the e-mail, by which wrong codes are counted. */
    emailHash: text().notNull(),
    /** Null for an unknown e-mail, which is answered alike. */
    userId: readerId(),
    remember: boolean().notNull(),
    tries: integer().notNull().default(0),
    expiresAt: instant().notNull(),
    /** When its mail was written; before that nobody can know the code. */
    sentAt: instant(),
  },
  table => [
    uniqueIndex('sign_in_links_token').on(table.tokenHash),
    index('sign_in_links_user').on(table.userId),
    index('sign_in_links_expiry').on(table.expiresAt),
  ],
)

/** Accounts of other providers, keyed by provider and subject, never by e-mail alone. */
export const externAccounts = pgTable(
  'extern_accounts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: readerId().notNull(),
    provider: text({ enum: ['google', 'facebook', 'apple'] }).notNull(),
    subject: text().notNull(),
    email: text(),
    linkedAt: instant().notNull(),
  },
  table => [
    uniqueIndex('extern_accounts_subject').on(table.provider, table.subject),
    uniqueIndex('extern_accounts_user').on(table.userId, table.provider),
  ],
)

/** Passkeys of readers (WebAuthn credentials), with the public half of their keys. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** The credential's own id, in base64url. */
    id: text().primaryKey(),
    userId: readerId().notNull(),
    /** COSE key, in base64url. */
    publicKey: text().notNull(),
    /** How often it signed, as it says; synced ones stay at 0. */
    counter: bigint({ mode: 'number' }).notNull(),
    name: text().notNull(),
    createdAt: instant().notNull(),
    lastUsedAt: instant(),
  },
  table => [index('passkeys_user').on(table.userId)],
)
