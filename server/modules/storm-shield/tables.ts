import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'

/** Challenges that were answered: each lets one request through, and is remembered until it would expire anyway. */
export const stormShieldProofs = pgTable(
  'storm_shield_proofs',
  {
    /** SHA-256 of the challenge's id. */
    challengeHash: text().primaryKey(),
    expiresAt: instant().notNull(),
  },
  table => [index('storm_shield_proofs_expiry').on(table.expiresAt)],
)
