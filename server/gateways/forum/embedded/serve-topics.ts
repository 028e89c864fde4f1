import { and, eq, lt, ne } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { type Post, PostText } from '#contract/forum/forum.ts'
import type { Db } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/only-row.ts'
import { ForumRefusal } from '../port.ts'
import type { EmbeddedForum } from './embedded-forum.ts'
import { toPost } from './find-activity.ts'
import { memberOf } from './member-of.ts'
import { forumMemberFollows, forumMembers, forumPosts, forumTopicFollows, forumTopics } from './tables.ts'

const Id = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number)
const ListParams = z.object({ reader: z.string().min(1).max(64), id: Id })
const PostBody = z.object({ reader: z.string().min(1).max(64), text: PostText })
const PostKey = z.string().min(1).max(64).optional()

/** Routes of a member's acts: posting, following and unfollowing. */
export function serveTopics(app: FastifyInstance, service: EmbeddedForum): void {
  const { db, clock } = service

  app.post('/v1/topics/:id/posts', async (request, reply) => {
    const { id } = parseIds(z.object({ id: Id }), request.params)
    const key = PostKey.parse(request.headers['idempotency-key'])
    const post = await addPost(service, id, { ...PostBody.parse(request.body), key })
    return reply.status(201).send(post)
  })

  app.put('/v1/members/:reader/discussions/:id', async (request, reply) => {
    const { reader, id } = parseIds(ListParams, request.params)
    const topic = await findTopic(db, id)
    if (topic.state === 'deleted') throw new ForumRefusal('topic_deleted')
    const memberId = await memberOf(db, reader)
    await db.insert(forumTopicFollows).values({ memberId, topicId: id }).onConflictDoNothing()
    return reply.status(204).send()
  })

  app.delete('/v1/members/:reader/discussions/:id', async (request, reply) => {
    const { reader, id } = parseIds(ListParams, request.params)
    const memberId = await memberOf(db, reader)
    await db
      .delete(forumTopicFollows)
      .where(and(eq(forumTopicFollows.memberId, memberId), eq(forumTopicFollows.topicId, id)))
    return reply.status(204).send()
  })

  app.put('/v1/members/:reader/following/:id', async (request, reply) => {
    const { reader, id } = parseIds(ListParams, request.params)
    const followerId = await memberOf(db, reader)
    const [followed] = await db
      .select({ id: forumMembers.id })
      .from(forumMembers)
      .where(and(eq(forumMembers.id, id), ne(forumMembers.id, followerId)))
    if (!followed) throw new ForumRefusal('not_found')
    await db
      .insert(forumMemberFollows)
      .values({ followerId, followedId: id, followedAt: clock.now() })
      .onConflictDoNothing()
    return reply.status(204).send()
  })

  app.delete('/v1/members/:reader/following/:id', async (request, reply) => {
    const { reader, id } = parseIds(ListParams, request.params)
    const followerId = await memberOf(db, reader)
    await db
      .delete(forumMemberFollows)
      .where(and(eq(forumMemberFollows.followerId, followerId), eq(forumMemberFollows.followedId, id)))
    return reply.status(204).send()
  })
}

/** Ids of another forum may have any form; one that can't be ours is not found. */
function parseIds<S extends z.ZodType>(schema: S, params: unknown): z.output<S> {
  const parsed = schema.safeParse(params)
  if (!parsed.success) throw new ForumRefusal('not_found')
  return parsed.data
}

/**
 * Inserts a post. Topic and member are locked meanwhile, so that neither is blocked in between, and one that is sent again
 * waits for the first.
 */
function addPost(
  forum: EmbeddedForum,
  topicId: number,
  { reader, text, key }: z.output<typeof PostBody> & { key: string | undefined },
): Promise<Post> {
  const { db, clock } = forum
  return db.transaction(async tx => {
    const memberId = await memberOf(tx, reader)
    const [member] = await tx.select().from(forumMembers).where(eq(forumMembers.id, memberId)).for('share')
    const [topic] = await tx
      .select()
      .from(forumTopics)
      .where(eq(forumTopics.id, topicId))
      .for('no key update')
    if (!topic) throw new ForumRefusal('not_found')
    const [sent] =
      key === undefined
        ? []
        : await tx
            .select()
            .from(forumPosts)
            .where(and(eq(forumPosts.memberId, memberId), eq(forumPosts.key, key)))
    if (sent) return toPost(forum, sent, topic)
    if (member?.banned) throw new ForumRefusal('forum_banned')
    if (topic.state !== 'open') {
      throw new ForumRefusal(topic.state === 'blocked' ? 'topic_blocked' : 'topic_deleted')
    }
    const writtenAt = clock.now()
    const post = onlyRow(
      await tx.insert(forumPosts).values({ topicId, memberId, text, writtenAt, key }).returning(),
    )
    await tx
      .update(forumTopics)
      .set({ activeAt: writtenAt })
      .where(and(eq(forumTopics.id, topicId), lt(forumTopics.activeAt, writtenAt)))
    return toPost(forum, post, topic)
  })
}

async function findTopic(db: Db, id: number) {
  const [topic] = await db.select().from(forumTopics).where(eq(forumTopics.id, id))
  if (!topic) throw new ForumRefusal('not_found')
  return topic
}
