import { and, desc, eq } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { forumChanges, forumNicknames, forumProfiles } from './tables.ts'

export type ChangeRow = typeof forumChanges.$inferSelect
export type ChangeKind = ChangeRow['kind']
export type ProfileRow = typeof forumProfiles.$inferSelect

/** A reader's profile; undefined for whoever has not begun one. */
export async function findProfile(db: Db | Tx, userId: number): Promise<ProfileRow | undefined> {
  const [row] = await db.select().from(forumProfiles).where(eq(forumProfiles.userId, userId))
  return row
}

/** A reader's last wish of a kind, whatever became of it. */
export async function findNewestChange(
  db: Db | Tx,
  userId: number,
  kind: ChangeKind,
): Promise<ChangeRow | undefined> {
  const [row] = await db
    .select()
    .from(forumChanges)
    .where(and(eq(forumChanges.userId, userId), eq(forumChanges.kind, kind)))
    .orderBy(desc(forumChanges.id))
    .limit(1)
  return row
}

/**
 * Makes a nickname a reader's, unless somebody has one that looks the same. Of many at once the first one gets it, the
 * others wait for that one's transaction.
 *
 * @returns whether it is the reader's now
 */
export async function reserveNickname(tx: Tx, skeleton: string, userId: number): Promise<boolean> {
  await tx.insert(forumNicknames).values({ skeleton, userId, used: false }).onConflictDoNothing()
  const [holder] = await tx.select().from(forumNicknames).where(eq(forumNicknames.skeleton, skeleton))
  return holder?.userId === userId
}

/** Lets others have a nickname that its reader only asked for; one that is or was in use stays the reader's. */
export async function releaseNickname(tx: Tx, skeleton: string, userId: number): Promise<void> {
  await tx
    .delete(forumNicknames)
    .where(
      and(
        eq(forumNicknames.skeleton, skeleton),
        eq(forumNicknames.userId, userId),
        eq(forumNicknames.used, false),
      ),
    )
}
