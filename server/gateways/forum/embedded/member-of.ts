import { eq } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { forumMembers } from './tables.ts'

/** The member row of a reader, inserted on first use. */
export async function memberOf(db: Db | Tx, reader: string): Promise<number> {
  await db.insert(forumMembers).values({ reader }).onConflictDoNothing()
  const [member] = await db
    .select({ id: forumMembers.id })
    .from(forumMembers)
    .where(eq(forumMembers.reader, reader))
  if (!member) throw new Error('The member is there: it was added or found just now')
  return member.id
}
