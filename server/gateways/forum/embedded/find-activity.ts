import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { Discussion, Post } from '#contract/forum/forum.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { PageWanted } from '../port.ts'
import type { EmbeddedForum } from './embedded-forum.ts'
import { afterCursor, pageOf } from './paging.ts'
import { forumMembers, forumPosts, forumTopicFollows, forumTopics } from './tables.ts'

type Topic = typeof forumTopics.$inferSelect

type Place = Pick<EmbeddedForum, 'discussionUrl'>
type Forum = Pick<EmbeddedForum, 'db' | 'discussionUrl'>

/** The topic as others see it. The embedded forum has no pages of its own: it is read where the publisher shows it. */
const toTopic = ({ id, code, title, state }: Topic, { discussionUrl }: Place) => ({
  id: String(id),
  title,
  state,
  url:
    discussionUrl === undefined || state === 'deleted'
      ? null
      : discussionUrl.replaceAll('{code}', encodeURIComponent(code)),
})

/** Number of a reader's posts, with the first and the last time; none for an unknown reader. */
export async function readActivity(db: Db, reader: string) {
  const [found] = await db
    .select({
      postCount: count(),
      first: sql`min(${forumPosts.writtenAt})`.mapWith(forumPosts.writtenAt),
      last: sql`max(${forumPosts.writtenAt})`.mapWith(forumPosts.writtenAt),
    })
    .from(forumPosts)
    .innerJoin(forumMembers, eq(forumMembers.id, forumPosts.memberId))
    .where(eq(forumMembers.reader, reader))
  return found ?? { postCount: 0, first: null, last: null }
}

/** A reader's posts, newest first. */
export async function findPosts(forum: Forum, reader: string, page: PageWanted) {
  const { db } = forum
  const order = { time: forumPosts.writtenAt, id: forumPosts.id }
  const own = eq(forumMembers.reader, reader)
  const [rows, total] = await Promise.all([
    db
      .select({ post: forumPosts, topic: forumTopics })
      .from(forumPosts)
      .innerJoin(forumMembers, eq(forumMembers.id, forumPosts.memberId))
      .innerJoin(forumTopics, eq(forumTopics.id, forumPosts.topicId))
      .where(and(own, afterCursor(order, page.cursor)))
      .orderBy(desc(order.time), desc(order.id))
      .limit(page.limit + 1),
    readActivity(db, reader).then(activity => activity.postCount),
  ])
  const place = ({ post }: (typeof rows)[number]) => ({ at: post.writtenAt, id: post.id })
  return { ...pageOf(rows, page, place, ({ post, topic }) => toPost(forum, post, topic)), total }
}

export const toPost = (forum: Place, post: typeof forumPosts.$inferSelect, topic: Topic): Post => ({
  id: String(post.id),
  text: post.text,
  written_at: post.writtenAt.toString(),
  topic: toTopic(topic, forum),
})

/** Discussions that a reader follows, latest activity first. */
export async function findDiscussions(forum: Forum, reader: string, page: PageWanted) {
  const { db } = forum
  const order = { time: forumTopics.activeAt, id: forumTopics.id }
  const own = eq(forumMembers.reader, reader)
  const followed = () =>
    db
      .select({ total: count() })
      .from(forumTopicFollows)
      .innerJoin(forumMembers, eq(forumMembers.id, forumTopicFollows.memberId))
      .where(own)
  const written = db.$count(forumPosts, eq(forumPosts.topicId, forumTopics.id))
  const [rows, [counted]] = await Promise.all([
    db
      .select({ topic: forumTopics, written: sql<number>`${written}`.mapWith(Number) })
      .from(forumTopicFollows)
      .innerJoin(forumMembers, eq(forumMembers.id, forumTopicFollows.memberId))
      .innerJoin(forumTopics, eq(forumTopics.id, forumTopicFollows.topicId))
      .where(and(own, afterCursor(order, page.cursor)))
      .orderBy(desc(order.time), desc(order.id))
      .limit(page.limit + 1),
    followed(),
  ])
  const place = ({ topic }: (typeof rows)[number]) => ({ at: topic.activeAt, id: topic.id })
  const toItem = ({ topic, written: posts }: (typeof rows)[number]): Discussion => ({
    ...toTopic(topic, forum),
    post_count: posts,
    last_activity: posts > 0 ? topic.activeAt.toString() : null,
  })
  return { ...pageOf(rows, page, place, toItem), total: counted?.total ?? 0 }
}
