import { and, eq, exists, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
// Read for a mail's recipient: the rows belong to another module.
import { users } from '../identity/tables.ts'
import { outboxMessages } from './tables.ts'

/** Subquery for an insert: the reader with an e-mail address. */
export const readerOf = (email: string): SQL =>
  sql`(select ${users.id} from ${users} where ${eq(users.email, email)})`

/** Condition of a message to a reader whose data were erased. */
export const isOfErased = (db: Db): SQL =>
  exists(
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, outboxMessages.userId), isNotNull(users.anonymizedAt))),
  )
