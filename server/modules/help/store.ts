import { eq } from 'drizzle-orm'
import { users } from '#server/modules/identity/tables.ts'
import type { Db } from '#server/platform/database/database.ts'

/** The reader's address, where it is proven to be the reader's. */
export async function provenEmail(db: Db, userId: number): Promise<string | undefined> {
  const [user] = await db
    .select({ email: users.email, confirmedAt: users.confirmedAt })
    .from(users)
    .where(eq(users.id, userId))
  return user?.confirmedAt ? user.email : undefined
}
