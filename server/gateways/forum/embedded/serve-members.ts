import { lte } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { ForumPageQuery, ForumVisibility } from '#contract/forum/forum.ts'
import { defaultPageSize } from '#contract/wire.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { EmbeddedForum } from './embedded-forum.ts'
import { findDiscussions, findPosts, readActivity } from './find-activity.ts'
import { findFollowers, findFollowing } from './find-members.ts'
import { forumMembers } from './tables.ts'

const MemberParams = z.object({ reader: z.string().min(1).max(64) })
const MemberBody = z.object({
  nickname: z.string().nullable(),
  blog: z.string().nullable(),
  visibility: ForumVisibility,
  banned: z.boolean(),
  revision: z.int(),
})

/** Routes of one member: profile and lists. */
export function serveMembers(app: FastifyInstance, forum: EmbeddedForum): void {
  const { db } = forum
  app.put('/v1/members/:reader', async (request, reply) => {
    const { reader } = MemberParams.parse(request.params)
    const values = MemberBody.parse(request.body)
    await db
      .insert(forumMembers)
      .values({ reader, ...values })
      .onConflictDoUpdate({
        target: forumMembers.reader,
        set: values,
        setWhere: lte(forumMembers.revision, values.revision),
      })
    return reply.status(204).send()
  })

  app.get('/v1/members/:reader', request => tellActivity(db, MemberParams.parse(request.params).reader))

  const lists = {
    discussions: findDiscussions,
    posts: findPosts,
    following: findFollowing,
    followers: findFollowers,
  }
  for (const [name, find] of Object.entries(lists)) {
    app.get(`/v1/members/:reader/${name}`, async request => {
      const { reader } = MemberParams.parse(request.params)
      const { limit = defaultPageSize, cursor } = ForumPageQuery.parse(request.query)
      return find(forum, reader, { limit, cursor })
    })
  }
}

async function tellActivity(db: Db, reader: string) {
  const { postCount, first, last } = await readActivity(db, reader)
  return {
    post_count: postCount,
    first_activity: first?.toString() ?? null,
    last_activity: last?.toString() ?? null,
  }
}
