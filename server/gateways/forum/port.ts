import type * as z from 'zod/mini'
import type { DiscussionPage, ForumVisibility, MemberPage, Post, PostPage } from '#contract/forum/forum.ts'
import { Unavailable } from '#server/platform/database/unavailable.ts'

/** Public profile of a reader in discussions. */
export type ForumMember = {
  nickname: string | null
  blog: string | null
  visibility: ForumVisibility
  banned: boolean
  /** Rises with every change. */
  revision: number
}

export type ForumActivity = {
  postCount: number
  firstActivity: Temporal.Instant | null
  lastActivity: Temporal.Instant | null
}

/** Pagination; the cursor is opaque, the forum's own. */
export type PageWanted = { limit: number; cursor?: string | undefined }

/**
 * The forum. A reader is identified there by our pseudonymous id; an unknown one has no activity yet. Each method throws
 * ForumUnavailable when the outcome is unknown, and ForumRefusal when the forum refused.
 */
export type ForumGateway = {
  /** Upserts a reader's public profile, unless a later revision has arrived before. Idempotent. */
  putMember(reader: string, member: ForumMember): Promise<void>
  readActivity(reader: string): Promise<ForumActivity>
  listDiscussions(reader: string, page: PageWanted): Promise<z.infer<typeof DiscussionPage>>
  listPosts(reader: string, page: PageWanted): Promise<z.infer<typeof PostPage>>
  listFollowing(reader: string, page: PageWanted): Promise<z.infer<typeof MemberPage>>
  listFollowers(reader: string, page: PageWanted): Promise<z.infer<typeof MemberPage>>
  /** @param id of a topic; refused: `not_found`, `topic_deleted` */
  followDiscussion(reader: string, id: string): Promise<void>
  unfollowDiscussion(reader: string, id: string): Promise<void>
  /** @param id of a member, as lists name it; refused: `not_found`, also for the reader's own */
  followMember(reader: string, id: string): Promise<void>
  unfollowMember(reader: string, id: string): Promise<void>
  /**
   * Refused: `not_found`, `topic_blocked`, `topic_deleted`, `forum_banned`.
   *
   * @param key idempotency key: a repeat by the same reader gets the first post
   */
  addPost(reader: string, topicId: string, text: string, key?: string): Promise<Post>
}

export const forumRefusals = ['not_found', 'topic_blocked', 'topic_deleted', 'forum_banned'] as const

export class ForumRefusal extends Error {
  override name = 'ForumRefusal'
  readonly reason: (typeof forumRefusals)[number]

  constructor(reason: (typeof forumRefusals)[number]) {
    super(reason)
    this.reason = reason
  }
}

/** Outcome unknown: the forum was unreachable, timed out, failed, or sent an invalid response. */
export class ForumUnavailable extends Unavailable {
  override name = 'ForumUnavailable'
}
