import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Instant, isKeepable, PageQuery, UserParams, usersPath } from '../wire.ts'
import { Blog } from './blog.ts'
import { Nickname } from './nickname.ts'

const own = { tag: 'Discussions', access: 'reader', params: UserParams } as const

/** Visibility of the reader's posts and follows (R3.10). */
export const ForumVisibility = z.enum(['private', 'public'])
export type ForumVisibility = z.infer<typeof ForumVisibility>

/** A change that needs the publisher's approval (R4.11). `reason` may come with a decision. */
export const ForumChange = z.object({
  id: z.int(),
  value: z.string(),
  state: z.enum(['requested', 'approved', 'declined']),
  requested_at: Instant,
  decided_at: z.nullable(Instant),
  reason: z.nullable(z.string()),
})
export type ForumChange = z.infer<typeof ForumChange>

/**
 * The reader's discussion profile (R3.10). The count is null while the forum is unavailable; the dates are also
 * null for a reader who has written nothing. The changes are the latest of their kind.
 */
export const ForumProfile = z.object({
  nickname: z.nullable(z.string()),
  blog: z.nullable(z.string()),
  post_count: z.nullable(z.int()),
  first_activity: z.nullable(Instant),
  last_activity: z.nullable(Instant),
  state: ForumVisibility,
  banned: z.boolean(),
  banned_since: z.nullable(Instant),
  banned_reason: z.nullable(z.string()),
  nickname_change: z.nullable(ForumChange),
  blog_change: z.nullable(ForumChange),
})
export type ForumProfile = z.infer<typeof ForumProfile>

/** `open` takes posts; a blocked one can be read only, a deleted one not even that (R4.12). */
export const TopicState = z.enum(['open', 'blocked', 'deleted'])
export type TopicState = z.infer<typeof TopicState>

/** Ids are the forum's own. */
const Topic = z.object({
  id: z.string(),
  title: z.string(),
  state: TopicState,
  /** Address where it is read; null when it can't be. */
  url: z.nullable(z.string()),
})

/** A discussion that the reader follows or followed. */
export const Discussion = z.object({
  ...Topic.shape,
  post_count: z.int(),
  last_activity: z.nullable(Instant),
})
export type Discussion = z.infer<typeof Discussion>

export const Post = z.object({ id: z.string(), text: z.string(), written_at: Instant, topic: Topic })
export type Post = z.infer<typeof Post>

/** Another reader. The count is null where the profile is private. */
export const Member = z.object({
  id: z.string(),
  nickname: z.nullable(z.string()),
  post_count: z.nullable(z.int()),
  followed: z.boolean(),
})
export type Member = z.infer<typeof Member>

/** A page of a list of the forum, newest first, with the total. */
const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), next_cursor: z.nullable(z.string()), total: z.int() })

export const DiscussionPage = pageOf(Discussion)
export const PostPage = pageOf(Post)
export const MemberPage = pageOf(Member)

/** The cursor is the forum's own. */
export const ForumPageQuery = z.object({
  limit: PageQuery.shape.limit,
  cursor: z.optional(z.string().check(z.regex(/^[\w.-]{1,200}$/, 'invalid_input'))),
})

const forumId = z.string().check(z.regex(/^[\w-]{1,64}$/, 'not_found'))
const profilePath = `${usersPath}/forum-profile` as const
const ownId = z.object({ ...UserParams.shape, id: forumId })

export const readForumProfile = endpoint({
  ...own,
  method: 'GET',
  path: profilePath,
  summary: 'The reader’s discussion profile, with what became of the last requests',
  success: { status: 200, body: ForumProfile },
})

export const changeVisibility = endpoint({
  ...own,
  method: 'PATCH',
  path: profilePath,
  confirmedOnly: 'account_not_confirmed',
  summary: 'Make the profile private or public',
  body: z.object({ state: ForumVisibility }),
  success: { status: 200, body: ForumProfile },
  refusals: ['user_anonymization_pending'],
})

const requested = { status: 202, body: z.object({ state: z.literal('requested') }) } as const

export const requestNicknameChange = endpoint({
  ...own,
  method: 'POST',
  path: `${profilePath}/nickname-changes`,
  confirmedOnly: 'account_not_confirmed',
  summary:
    'Ask for a nickname; a new wish takes the place of one that waits, a repeat changes nothing (R4.11, R5.05)',
  body: z.object({ nickname: Nickname }),
  success: requested,
  refusals: [
    'nickname_used_by_another_user',
    'nickname_already_set',
    'nickname_field_length_min',
    'nickname_field_length_max',
    'nickname_field_characters',
    'nickname_reserved',
    'user_anonymization_pending',
    'too_many_requests',
  ],
})

export const requestBlogChange = endpoint({
  ...own,
  method: 'POST',
  path: `${profilePath}/blog-changes`,
  confirmedOnly: 'account_not_confirmed',
  summary:
    'Ask for the address of a blog; a new wish takes the place of one that waits, a repeat changes nothing (R4.11, R5.06)',
  body: z.object({ blog: Blog }),
  success: requested,
  refusals: ['blog_already_set', 'blog_field_invalid_url', 'user_anonymization_pending', 'too_many_requests'],
})

/** One of the reader's lists in the forum, with pagination. */
const ownList = {
  ...own,
  method: 'GET',
  query: ForumPageQuery,
  refusals: ['forum_unavailable'],
} as const

export const listDiscussions = endpoint({
  ...ownList,
  path: `${profilePath}/discussions`,
  summary: 'Discussions that the reader follows, the liveliest first',
  success: { status: 200, body: DiscussionPage },
})

export const listPosts = endpoint({
  ...ownList,
  path: `${profilePath}/posts`,
  summary: 'What the reader wrote, newest first',
  success: { status: 200, body: PostPage },
})

export const listFollowing = endpoint({
  ...ownList,
  path: `${profilePath}/following`,
  summary: 'Readers whom the reader follows',
  success: { status: 200, body: MemberPage },
})

export const listFollowers = endpoint({
  ...ownList,
  path: `${profilePath}/followers`,
  summary: 'Readers who follow the reader',
  success: { status: 200, body: MemberPage },
})

/** Follow or unfollow something in the forum. */
const ownFollow = { ...own, params: ownId, success: { status: 204 } } as const

export const followDiscussion = endpoint({
  ...ownFollow,
  method: 'PUT',
  path: `${profilePath}/discussions/:id`,
  confirmedOnly: 'account_not_confirmed',
  summary: 'Follow a discussion. A repeat changes nothing',
  refusals: ['topic_deleted', 'user_anonymization_pending', 'forum_unavailable'],
})

export const unfollowDiscussion = endpoint({
  ...ownFollow,
  method: 'DELETE',
  path: `${profilePath}/discussions/:id`,
  summary: 'Unfollow a discussion. A repeat changes nothing',
  refusals: ['forum_unavailable'],
})

export const followMember = endpoint({
  ...ownFollow,
  method: 'PUT',
  path: `${profilePath}/following/:id`,
  confirmedOnly: 'account_not_confirmed',
  summary: 'Follow another reader. A repeat changes nothing',
  refusals: ['user_anonymization_pending', 'forum_unavailable'],
})

export const unfollowMember = endpoint({
  ...ownFollow,
  method: 'DELETE',
  path: `${profilePath}/following/:id`,
  summary: 'Unfollow another reader. A repeat changes nothing',
  refusals: ['forum_unavailable'],
})

/** Long enough for an argument. */
export const PostText = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: 'required', abort: true }),
    z.maxLength(2000, 'max_length'),
    z.refine(isKeepable, 'invalid_input'),
  )

export const addPost = endpoint({
  ...own,
  method: 'POST',
  path: '/rest/api/prv/v1/topics/:id/posts',
  takesIdempotencyKey: true,
  confirmedOnly: 'account_not_confirmed',
  summary: 'Write into a discussion (R4.12, R6.06)',
  params: z.object({ id: forumId }),
  body: z.object({ text: PostText }),
  success: { status: 201, body: Post },
  refusals: [
    'forum_banned',
    'forum_nickname_needed',
    'topic_blocked',
    'topic_deleted',
    'user_anonymization_pending',
    'forum_unavailable',
    'too_many_requests',
  ],
})
