import { eq, type SQL, sql } from 'drizzle-orm'
// Read for a mail's recipient: the rows belong to another module.
import { users } from '../identity/tables.ts'

/** Subquery for an insert: the reader with an e-mail address. */
export const readerOf = (email: string): SQL =>
  sql`(select ${users.id} from ${users} where ${eq(users.email, email)})`
