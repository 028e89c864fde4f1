/**
 * What readers follow: owns topics, authors and bloggers as the publisher names them, and who follows which. It
 * never decides what is shown for it: the publisher's other sites read that from here.
 */
import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/follows/follows.ts'
import type { Deps } from '#server/platform/deps.ts'
import { localeOf } from '#server/platform/http/errors.ts'
import { route } from '#server/platform/http/route.ts'
import { follow, unfollow } from './follow.ts'
import { listFollowables, listForReader } from './list-followables.ts'
import { countFollows, findOpenUnfollow } from './store.ts'
import { unfollowAll } from './unfollow-all.ts'

export { searchTextOf } from './normalise-name.ts'
export { consumeUnfollowAll } from './unfollow-all.ts'

export function registerFollows(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  route(app, endpoints.listFollowables, ({ params, query, http }) =>
    listFollowables(db, { ...params, ...query, locale: localeOf(http) }),
  )

  route(app, endpoints.listFollows, async ({ actor, params: { kind }, query, http }) => {
    const { show = 'followed', ...page } = query
    const listing = { ...page, kind, locale: localeOf(http) }
    // Read before the rows, against a race: a finished request must not be shown with rows from before it was done.
    const open = await findOpenUnfollow(db, actor.userId, kind)
    const [found, total] = await Promise.all([
      listForReader(db, listing, { userId: actor.userId, show }),
      countFollows(db, actor.userId, kind),
    ])
    return { ...found, total, unfollowing_until: open?.doneBefore.toString() ?? null }
  })

  route(app, endpoints.follow, ({ actor, params }) =>
    follow(deps, actor, { kind: params.kind, code: params.id }),
  )

  route(app, endpoints.unfollow, ({ actor, params }) =>
    unfollow(deps, actor, { kind: params.kind, code: params.id }),
  )

  route(app, endpoints.unfollowAll, async ({ actor, params }) => ({
    done_before: (await unfollowAll(deps, actor, params.kind)).toString(),
  }))
}
