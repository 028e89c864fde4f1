import { and, desc, eq } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { forumChanges, forumNicknames, forumProfiles } from './tables.ts'

export type ChangeRow = typeof forumChanges.$inferSelect
export type ChangeKind = ChangeRow['kind']
export type ProfileRow = typeof forumProfiles.$inferSelect

/** A reader's profile; undefined when there is none yet. */
export async function findProfile(db: Db | Tx, userId: number): Promise<ProfileRow | undefined> {
  const [row] = await db.select().from(forumProfiles).where(eq(forumProfiles.userId, userId))
  return row
}

/** A reader's latest change request of a kind, in whatever state. */
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
 * Reserves a nickname, unless another reader has one that looks the same. Concurrent calls: the first inserts, the rest
 * wait for its transaction.
 *
 * @returns whether it is the reader's now
 */
export async function reserveNickname(tx: Tx, skeleton: string, userId: number): Promise<boolean> {
  await tx.insert(forumNicknames).values({ skeleton, userId, used: false }).onConflictDoNothing()
  const [holder] = await tx.select().from(forumNicknames).where(eq(forumNicknames.skeleton, skeleton))
  return holder?.userId === userId
}

/** Frees a nickname that was only requested; one that is or was in use stays the reader's. */
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
