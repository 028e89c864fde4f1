/**
 * Discussions: owns who a reader is there (nickname, blog, who may see it, who is banned) and the requests to change it,
 * on which the publisher decides. It never keeps a topic or a post: those are the forum's, reached by its port.
 */
import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/forum/forum.ts'
import { defaultPageSize } from '#contract/wire.ts'
import type { PageWanted } from '#server/gateways/forum/port.ts'
import { requireNoAnonymization } from '#server/modules/identity/index.ts'
import { localeOf } from '#server/platform/http/errors.ts'
import { route } from '#server/platform/http/route.ts'
import { addPost } from './add-post.ts'
import { askForum } from './ask-forum.ts'
import { changeVisibility } from './change-visibility.ts'
import { type ForumDeps, forumNameOf } from './forum-deps.ts'
import { readForumProfile } from './read-forum-profile.ts'
import { requestBlogChange, requestNicknameChange } from './request-change.ts'

export { banFromForum, type ForumBan, liftForumBan } from './ban-reader.ts'
export { decideChange, listChanges } from './decide-change.ts'
export { type ForumDeps, forumNameOf } from './forum-deps.ts'
export { nicknameSkeleton } from './nickname-skeleton.ts'
export { consumeForumJobs, notifyForum } from './notify-forum.ts'

export function registerForum(app: FastifyInstance, deps: ForumDeps): void {
  const requested = { state: 'requested' } as const

  route(app, endpoints.readForumProfile, ({ actor, http }) => readForumProfile(deps, actor, localeOf(http)))
  route(app, endpoints.changeVisibility, async ({ actor, body, http }) => {
    await changeVisibility(deps, actor, body.state)
    return readForumProfile(deps, actor, localeOf(http))
  })
  route(app, endpoints.requestNicknameChange, async ({ actor, body }) => {
    await requestNicknameChange(deps, actor, body.nickname)
    return requested
  })
  route(app, endpoints.requestBlogChange, async ({ actor, body }) => {
    await requestBlogChange(deps, actor, body.blog)
    return requested
  })
  route(app, endpoints.addPost, ({ actor, params, body, http }) =>
    addPost(deps, actor, { ...params, ...body, key: http.headers['idempotency-key'] }),
  )
  registerLists(app, deps)
}

/** The reader's own data at the forum: a proxy that passes the response on unchanged. */
function registerLists(app: FastifyInstance, { db, forum }: ForumDeps): void {
  type Query = { limit?: number | undefined; cursor?: string | undefined }
  const page = ({ limit = defaultPageSize, cursor }: Query): PageWanted => ({ limit, cursor })
  const nameOf = (actor: { userId: number }) => forumNameOf(actor.userId)

  route(app, endpoints.listDiscussions, ({ actor, query }) =>
    askForum(() => forum.listDiscussions(nameOf(actor), page(query))),
  )
  route(app, endpoints.listPosts, ({ actor, query }) =>
    askForum(() => forum.listPosts(nameOf(actor), page(query))),
  )
  route(app, endpoints.listFollowing, ({ actor, query }) =>
    askForum(() => forum.listFollowing(nameOf(actor), page(query))),
  )
  route(app, endpoints.listFollowers, ({ actor, query }) =>
    askForum(() => forum.listFollowers(nameOf(actor), page(query))),
  )
  route(app, endpoints.followDiscussion, async ({ actor, params }) => {
    await requireNoAnonymization(db, actor.userId)
    await askForum(() => forum.followDiscussion(nameOf(actor), params.id))
  })
  route(app, endpoints.unfollowDiscussion, ({ actor, params }) =>
    askForum(() => forum.unfollowDiscussion(nameOf(actor), params.id)),
  )
  route(app, endpoints.followMember, async ({ actor, params }) => {
    await requireNoAnonymization(db, actor.userId)
    await askForum(() => forum.followMember(nameOf(actor), params.id))
  })
  route(app, endpoints.unfollowMember, ({ actor, params }) =>
    askForum(() => forum.unfollowMember(nameOf(actor), params.id)),
  )
}
