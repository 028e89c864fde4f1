import { eq, type SQL, sql } from 'drizzle-orm'
// Read for whom a mail is sent to: the rows belong to another module.
import { users } from '../identity/tables.ts'

/** The reader who has an address, for a column of an insert. */
export const readerOf = (email: string): SQL =>
  sql`(select ${users.id} from ${users} where ${eq(users.email, email)})`
