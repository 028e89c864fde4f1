import { lockReader } from '#server/modules/identity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { ForumDeps } from './forum-deps.ts'
import { notifyForum } from './notify-forum.ts'
import { findProfile } from './store.ts'
import { forumProfiles } from './tables.ts'

/** A ban as the reader is shown it. */
export type ForumBan = { since: Temporal.Instant; reason: { sk: string; en: string } | null }
type BanChange = { before: ForumBan | null; after: ForumBan | null }
type BanDeps = Pick<ForumDeps, 'clock' | 'jobs'>

/**
 * Keeps a reader from writing in discussions (R4.12, R6.06), here and in the forum. If banned already, only the
 * reason changes.
 *
 * @param reason shown to the reader, in both languages; none when not given
 * @throws AppError `user_not_found`
 */
export async function banFromForum(
  tx: Tx,
  deps: BanDeps,
  userId: number,
  reason: ForumBan['reason'],
): Promise<BanChange> {
  const before = await lockBan(tx, userId)
  const after = { since: before?.since ?? deps.clock.now(), reason }
  await write(tx, deps, userId, after)
  return { before, after }
}

/** Lets a banned reader write again. Idempotent. @throws AppError `user_not_found` */
export async function liftForumBan(tx: Tx, deps: BanDeps, userId: number): Promise<BanChange> {
  const before = await lockBan(tx, userId)
  if (before) await write(tx, deps, userId, null)
  return { before, after: null }
}

/** Lock order: the reader's row first, as when a nickname is requested, so no deadlock. */
async function lockBan(tx: Tx, userId: number): Promise<ForumBan | null> {
  if (!(await lockReader(tx, userId))) throw new AppError('user_not_found')
  const profile = await findProfile(tx, userId)
  if (!profile?.bannedAt) return null
  const { bannedAt, banReasonSk: sk, banReasonEn: en } = profile
  return { since: bannedAt, reason: sk === null || en === null ? null : { sk, en } }
}

async function write(tx: Tx, deps: BanDeps, userId: number, ban: ForumBan | null): Promise<void> {
  const values = {
    bannedAt: ban?.since ?? null,
    banReasonSk: ban?.reason?.sk ?? null,
    banReasonEn: ban?.reason?.en ?? null,
  }
  await tx
    .insert(forumProfiles)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: forumProfiles.userId, set: values })
  await notifyForum(tx, deps, userId)
}
