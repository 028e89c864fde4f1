import { and, asc, desc, eq } from 'drizzle-orm'
import { routes } from '#contract/routes.ts'
import { lockReader } from '#server/modules/identity/index.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { localized } from '#server/platform/texts/localized.ts'
import type { ForumDeps } from './forum-deps.ts'
import { nicknameSkeleton } from './nickname-skeleton.ts'
import { notifyForum } from './notify-forum.ts'
import { type ChangeRow, releaseNickname } from './store.ts'
import { forumChanges, forumNicknames, forumProfiles } from './tables.ts'

export type Decision =
  | { decision: 'approved' }
  | { decision: 'declined'; reason?: { sk: string; en: string } | undefined }

type DecideDeps = Pick<ForumDeps, 'db' | 'clock' | 'jobs' | 'settings'>

/**
 * Change requests in one state: pending ones oldest first, decided ones newest first.
 *
 * @param wanted.limit page size
 */
export const listChanges = (db: Db, wanted: { state: ChangeRow['state']; limit: number }) =>
  db
    .select()
    .from(forumChanges)
    .where(eq(forumChanges.state, wanted.state))
    .orderBy(wanted.state === 'requested' ? asc(forumChanges.id) : desc(forumChanges.id))
    .limit(wanted.limit)

/**
 * Decides on a change request for the publisher (R4.11). An approval applies at once, here and in the forum; a declined
 * nickname is free for others. The reader is told by mail. Concurrent decisions: one succeeds.
 *
 * @param id of the change request
 * @returns the request before and after the decision
 * @throws AppError `not_found`, also for a request that was decided or replaced meanwhile
 */
export async function decideChange(
  deps: DecideDeps,
  id: number,
  decided: Decision,
): Promise<{ before: ChangeRow; after: ChangeRow }> {
  const reason = decided.decision === 'declined' ? decided.reason : undefined
  return deps.db.transaction(async tx => {
    const [asked] = await tx.select().from(forumChanges).where(eq(forumChanges.id, id))
    // Lock order: the reader's row first, as when a change is requested, so no deadlock.
    const reader = asked && (await lockReader(tx, asked.userId))
    if (!reader) throw new AppError('not_found')
    const [change] = await tx
      .update(forumChanges)
      .set({
        state: decided.decision,
        decidedAt: deps.clock.now(),
        reasonSk: reason?.sk ?? null,
        reasonEn: reason?.en ?? null,
      })
      .where(and(eq(forumChanges.id, id), eq(forumChanges.state, 'requested')))
      .returning()
    if (!change) throw new AppError('not_found')
    const done = { before: asked, after: change }
    const { userId, kind, value } = change
    await tellReader(tx, deps, reader, change)
    const skeleton = nicknameSkeleton(value)
    if (decided.decision === 'declined') {
      if (kind === 'nickname') await releaseNickname(tx, skeleton, userId)
      return done
    }
    const values = kind === 'nickname' ? { nickname: value } : { blog: value }
    await tx
      .insert(forumProfiles)
      .values({ userId, ...values })
      .onConflictDoUpdate({ target: forumProfiles.userId, set: values })
    if (kind === 'nickname') {
      await tx.update(forumNicknames).set({ used: true }).where(eq(forumNicknames.skeleton, skeleton))
    }
    await notifyForum(tx, deps, userId)
    return done
  })
}

async function tellReader(
  tx: Tx,
  deps: DecideDeps,
  { email, locale }: { email: string; locale: 'sk' | 'en' },
  change: typeof forumChanges.$inferSelect,
): Promise<void> {
  const { kind, value, state } = change
  const reason = localized(change, 'reason', locale)
  const { origins, emails } = deps.settings
  await sendMail(tx, deps, {
    to: email,
    locale,
    ...(state === 'approved'
      ? { template: 'forum_change_approved', values: { kind, value } }
      : {
          template: 'forum_change_declined',
          values: { kind, value, reason: reason ?? 'none', forum: emails.forum },
        }),
    link: `${origins.account}${routes.settings.path}?active_tab=discussion`,
  })
}
