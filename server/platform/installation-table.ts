import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from './database/columns.ts'

/**
 * Names this installation to others: one row, made with the database. A restored copy bears the same name on purpose, so
 * that what the original has asked for is known again.
 */
export const installation = pgTable(
  'installation',
  {
    only: boolean().primaryKey().default(true),
    id: uuid().notNull().defaultRandom(),
    createdAt: instant().notNull().default(sql`now()`),
  },
  table => [check('installation_only', sql`${table.only}`)],
)
