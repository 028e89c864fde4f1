import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'

/** API tokens of the publisher's programs for /ops/v1. */
export const operatorTokens = pgTable('operator_tokens', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** Owner and purpose, as in the audit log. */
  name: text().notNull().unique(),
  /** SHA-256 of the token: useless from a leaked table. */
  hash: text().notNull().unique(),
  scopes: text().array().notNull(),
  createdAt: instant().notNull(),
  createdBy: text().notNull(),
  expiresAt: instant().notNull(),
  revokedAt: instant(),
  /** To the minute. */
  lastUsedAt: instant(),
})

export const auditOutcomes = ['done', 'refused', 'forbidden', 'failed'] as const

/** Audit log of operators' calls, done and refused. Append-only but for a reader's erasure. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    at: instant().notNull(),
    /** Name of the token, or `command line` with the user of the operating system. */
    who: text().notNull(),
    operation: text().notNull(),
    target: text(),
    /** The reader whom it was about. No foreign key: the log outlives the row. */
    readerId: integer(),
    outcome: text({ enum: auditOutcomes }).notNull(),
    /** Keys of the refusal, e.g. `not_found`. */
    refusal: text(),
    before: jsonb().$type<unknown>(),
    after: jsonb().$type<unknown>(),
    requestId: text().notNull(),
  },
  table => [
    index('audit_log_reader').on(table.readerId),
    index('audit_log_operation').on(table.operation),
    index('audit_log_at').on(table.at),
  ],
)
