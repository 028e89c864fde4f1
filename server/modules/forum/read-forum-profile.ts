import type { ForumChange, ForumProfile } from '#contract/forum/forum.ts'
import type { Locale } from '#contract/wire.ts'
import { ForumUnavailable } from '#server/gateways/forum/port.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { type ForumDeps, forumNameOf } from './forum-deps.ts'
import { type ChangeRow, findNewestChange, findProfile } from './store.ts'

/**
 * The discussion profile (R3.10). A reader without one gets a private one without a nickname. While the forum does not
 * answer, its own part is left out (graceful degradation).
 *
 * @param locale language of the reasons
 */
export async function readForumProfile(
  deps: Pick<ForumDeps, 'db' | 'forum' | 'log'>,
  { userId }: { userId: number },
  locale: Locale,
): Promise<ForumProfile> {
  const [profile, nicknameChange, blogChange, activity] = await Promise.all([
    findProfile(deps.db, userId),
    findNewestChange(deps.db, userId, 'nickname'),
    findNewestChange(deps.db, userId, 'blog'),
    activityOf(deps, userId),
  ])
  return {
    nickname: profile?.nickname ?? null,
    blog: profile?.blog ?? null,
    post_count: activity?.postCount ?? null,
    first_activity: activity?.firstActivity?.toString() ?? null,
    last_activity: activity?.lastActivity?.toString() ?? null,
    state: profile?.visibility ?? 'private',
    banned: profile?.bannedAt != null,
    banned_since: profile?.bannedAt?.toString() ?? null,
    banned_reason: profile ? localized(profile, 'banReason', locale) : null,
    nickname_change: nicknameChange ? toChange(nicknameChange, locale) : null,
    blog_change: blogChange ? toChange(blogChange, locale) : null,
  }
}

async function activityOf({ forum, log }: Pick<ForumDeps, 'forum' | 'log'>, userId: number) {
  try {
    return await forum.readActivity(forumNameOf(userId))
  } catch (error) {
    if (!(error instanceof ForumUnavailable)) throw error
    log.warn({ err: error }, 'the forum does not answer')
    return undefined
  }
}

const toChange = (row: ChangeRow, locale: Locale): ForumChange => ({
  id: row.id,
  value: row.value,
  state: row.state,
  requested_at: row.requestedAt.toString(),
  decided_at: row.decidedAt?.toString() ?? null,
  reason: localized(row, 'reason', locale),
})
