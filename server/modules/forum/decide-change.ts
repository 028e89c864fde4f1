import { and, asc, eq } from 'drizzle-orm'
import { routes } from '#contract/routes.ts'
import { lockReader } from '#server/modules/identity/index.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { ForumDeps } from './forum-deps.ts'
import { nicknameSkeleton } from './nickname-skeleton.ts'
import { releaseNickname } from './store.ts'
import { forumChanges, forumNicknames, forumProfiles } from './tables.ts'
import { tellForum } from './tell-forum.ts'

export type Decision =
  | { decision: 'approved' }
  | { decision: 'declined'; reason?: { sk: string; en: string } | undefined }

type DecideDeps = Pick<ForumDeps, 'db' | 'clock' | 'jobs' | 'settings'>

/** Wishes that wait for a decision, the oldest first. */
export const listWaitingChanges = (db: Db) =>
  db.select().from(forumChanges).where(eq(forumChanges.state, 'requested')).orderBy(asc(forumChanges.id))

/**
 * Decides on a wish for the publisher (R4.11). What is approved holds at once, here and in the forum; a declined
 * nickname is free for others. The reader is told by mail. Of two who decide at once one does.
 *
 * @param id of the wish
 * @throws AppError `not_found`, also for a wish that was decided or replaced meanwhile
 */
export async function decideChange(deps: DecideDeps, id: number, decided: Decision): Promise<void> {
  const reason = decided.decision === 'declined' ? decided.reason : undefined
  await deps.db.transaction(async tx => {
    const [wish] = await tx.select().from(forumChanges).where(eq(forumChanges.id, id))
    // The reader's row first, as when a wish is made, so that nobody waits in a circle.
    const reader = wish && (await lockReader(tx, wish.userId))
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
    const { userId, kind, value } = change
    await tellReader(tx, deps, reader, change)
    const skeleton = nicknameSkeleton(value)
    if (decided.decision === 'declined') {
      if (kind === 'nickname') await releaseNickname(tx, skeleton, userId)
      return
    }
    const values = kind === 'nickname' ? { nickname: value } : { blog: value }
    await tx
      .insert(forumProfiles)
      .values({ userId, ...values })
      .onConflictDoUpdate({ target: forumProfiles.userId, set: values })
    if (kind === 'nickname') {
      await tx.update(forumNicknames).set({ used: true }).where(eq(forumNicknames.skeleton, skeleton))
    }
    await tellForum(tx, deps, userId)
  })
}

async function tellReader(
  tx: Tx,
  deps: DecideDeps,
  { email, locale }: { email: string; locale: 'sk' | 'en' },
  change: typeof forumChanges.$inferSelect,
): Promise<void> {
  const { kind, value, state } = change
  const reason = locale === 'sk' ? change.reasonSk : change.reasonEn
  const { origins, emails } = deps.settings
  await sendMail(tx, deps, {
    to: email,
    locale,
    template: state === 'approved' ? 'forum_change_approved' : 'forum_change_declined',
    values: { kind, value, reason: reason ?? 'none', forum: emails.forum },
    link: `${origins.account}${routes.settings.path}?active_tab=discussion`,
  })
}
