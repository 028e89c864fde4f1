import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'

/** Used challenges, against replay: each lets one request through, and is stored until it would expire anyway. */
export const stormShieldProofs = pgTable(
  'storm_shield_proofs',
  {
    /** SHA-256 of the challenge's id. */
    challengeHash: text().primaryKey(),
    expiresAt: instant().notNull(),
  },
  table => [index('storm_shield_proofs_expiry').on(table.expiresAt)],
)
