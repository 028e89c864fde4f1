import type * as z from 'zod/mini'
import type { DiscussionPage, ForumVisibility, MemberPage, Post, PostPage } from '#contract/forum/forum.ts'
import { Unavailable } from '#server/platform/database/unavailable.ts'

/** Who a reader is to the others in discussions. */
export type ForumMember = {
  nickname: string | null
  blog: string | null
  visibility: ForumVisibility
  /** Must not write. */
  banned: boolean
}

export type ForumActivity = {
  postCount: number
  firstActivity: Temporal.Instant | null
  lastActivity: Temporal.Instant | null
}

/** Which part of a list; the cursor is the forum's own. */
export type PageWanted = { limit: number; cursor?: string | undefined }

/**
 * Where discussions are held. A reader is known there by the name that we give; one who was never named is somebody
 * who has done nothing yet. Each of these throws ForumUnavailable when it can't be known what the forum did, and
 * ForumRefusal when it said no.
 */
export type ForumGateway = {
  /** Names a reader, or tells what has changed; a repeat changes nothing. */
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
  /** Refused: `not_found`, `topic_blocked`, `topic_deleted`, `forum_banned`. */
  addPost(reader: string, topicId: string, text: string): Promise<Post>
}

export const forumRefusals = ['not_found', 'topic_blocked', 'topic_deleted', 'forum_banned'] as const

/** The forum said no. */
export class ForumRefusal extends Error {
  override name = 'ForumRefusal'
  readonly reason: (typeof forumRefusals)[number]

  constructor(reason: (typeof forumRefusals)[number]) {
    super(reason)
    this.reason = reason
  }
}

/** It can't be known what the forum did: it was not reached, did not answer in time, failed, or made no sense. */
export class ForumUnavailable extends Unavailable {
  override name = 'ForumUnavailable'
}
