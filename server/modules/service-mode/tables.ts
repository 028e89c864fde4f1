import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core'
import type { ServiceMode } from '#contract/config/service-mode.ts'
import { instant } from '#server/platform/database/columns.ts'

/** What staff have closed: no row while everything is open, and never more than one. */
export const serviceMode = pgTable(
  'service_mode',
  {
    only: boolean().primaryKey().default(true),
    name: text().$type<ServiceMode>().notNull(),
    since: instant().notNull(),
    /** Without one it holds until it is ended. */
    until: instant(),
  },
  table => [check('service_mode_only', sql`${table.only}`)],
)
