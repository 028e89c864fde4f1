import { sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import type { AccessFlag } from '#contract/subscriptions/subscriptions.ts'
import { instant } from '#server/platform/database/columns.ts'

/** What is broken at present and readers are told of. */
export const knownTroubles = pgTable('known_troubles', {
  /** Staff's own name of it. */
  code: text().primaryKey(),
  titleSk: text().notNull(),
  titleEn: text().notNull(),
  textSk: text().notNull(),
  textEn: text().notNull(),
  /** Address where more is told. */
  link: text(),
  /** Only readers with one of these rights are told of it; all when empty. */
  access: text().array().$type<AccessFlag[]>().notNull().default(sql`'{}'`),
  since: instant().notNull(),
  until: instant(),
})
