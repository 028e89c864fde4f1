import type { Post } from '#contract/forum/forum.ts'
import { requireNoAnonymization } from '#server/modules/identity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { hashToken } from '#server/platform/secrets.ts'
import { askForum } from './ask-forum.ts'
import { type ForumDeps, forumNameOf } from './forum-deps.ts'
import { findProfile } from './store.ts'

/**
 * Writes into a discussion under the reader's nickname.
 *
 * @param input.id of the topic, the forum's own
 * @param input.key idempotency key: the same text sent again with it is one post
 * @throws AppError `forum_banned` (R6.06), `forum_nickname_needed`, `not_found`, `topic_blocked`, `topic_deleted`
 *   (R4.12), `user_anonymization_pending`, `too_many_requests`, `forum_unavailable`
 */
export async function addPost(
  deps: Pick<ForumDeps, 'db' | 'limiter' | 'forum'>,
  { userId }: Actor,
  { id, text, key }: { id: string; text: string; key: string | string[] | undefined },
): Promise<Post> {
  const profile = await findProfile(deps.db, userId)
  if (profile?.bannedAt) throw new AppError('forum_banned')
  if (profile?.nickname == null) throw new AppError('forum_nickname_needed')
  await requireNoAnonymization(deps.db, userId)
  // Of its text too: whoever corrects a post whose answer was lost writes another one.
  const once = key ? hashToken(JSON.stringify([key, id, text])) : undefined
  return deps.limiter.attempt([[limits.forumPosts, userId]], () =>
    askForum(() => deps.forum.addPost(forumNameOf(userId), id, text, once)),
  )
}
