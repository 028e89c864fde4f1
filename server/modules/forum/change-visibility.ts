import type { ForumVisibility } from '#contract/forum/forum.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { lockStayingReader } from '#server/modules/identity/index.ts'
import type { Actor } from '#server/platform/http/route.ts'
import type { ForumDeps } from './forum-deps.ts'
import { notifyForum } from './notify-forum.ts'
import { findProfile } from './store.ts'
import { forumProfiles } from './tables.ts'

/** Makes the profile private or public. Idempotent. @throws AppError `user_anonymization_pending` */
export async function changeVisibility(
  deps: Pick<ForumDeps, 'db' | 'clock' | 'jobs' | 'settings'>,
  { userId }: Actor,
  visibility: ForumVisibility,
): Promise<void> {
  await deps.db.transaction(async tx => {
    await lockStayingReader(tx, userId)
    const before = (await findProfile(tx, userId))?.visibility ?? 'private'
    if (before === visibility) return
    await tx
      .insert(forumProfiles)
      .values({ userId, visibility })
      .onConflictDoUpdate({ target: forumProfiles.userId, set: { visibility } })
    await recordActivity(tx, deps, {
      userId,
      kind: 'forum_visibility_changed',
      details: { state: visibility },
    })
    await notifyForum(tx, deps, userId)
  })
}
