import { bigint, pgTable, smallint } from 'drizzle-orm/pg-core'

/** Offset of the demo's clock ahead of the machine's, in milliseconds; one row, none outside the demo mode. */
export const clockOffset = pgTable('clock_offset', {
  id: smallint().primaryKey().default(1),
  offsetMs: bigint({ mode: 'number' }).notNull(),
})
