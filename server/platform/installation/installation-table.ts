import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../database/columns.ts'

/**
 * Id of this installation, used in idempotency keys towards other systems: one row, made with the database. A
 * restored copy keeps it on purpose, so that requests of the original are recognised.
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
