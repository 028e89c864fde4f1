import { and, eq, exists, isNull, sql } from 'drizzle-orm'
import type { FollowKind } from '#contract/follows/follows.ts'
import { requireNoAnonymization } from '#server/modules/identity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { findFollowable } from './store.ts'
import { follows, unfollowRequests } from './tables.ts'

type FollowDeps = Pick<Deps, 'db' | 'clock'>
type Wanted = { kind: FollowKind; code: string }

/**
 * Follows a topic, an author or a blogger. Idempotent.
 *
 * @throws AppError `not_found`, `user_anonymization_pending`
 */
export async function follow({ db, clock }: FollowDeps, actor: Actor, { kind, code }: Wanted): Promise<void> {
  const followableId = await findFollowable(db, kind, code)
  if (followableId === undefined) throw new AppError('not_found')
  await requireNoAnonymization(db, actor.userId)
  const underWay = db
    .select({ one: sql`1` })
    .from(unfollowRequests)
    .where(
      and(
        eq(unfollowRequests.userId, actor.userId),
        eq(unfollowRequests.kind, kind),
        isNull(unfollowRequests.doneAt),
      ),
    )
  const followedAt = clock.now()
  await db
    .insert(follows)
    .values({ userId: actor.userId, followableId, followedAt })
    .onConflictDoUpdate({
      target: [follows.userId, follows.followableId],
      // A follow after a pending "unfollow all" survives it.
      set: { followedAt },
      setWhere: exists(underWay),
    })
}

/** Unfollows. Idempotent. @throws AppError `not_found` */
export async function unfollow({ db }: FollowDeps, actor: Actor, { kind, code }: Wanted): Promise<void> {
  const followableId = await findFollowable(db, kind, code)
  if (followableId === undefined) throw new AppError('not_found')
  await db
    .delete(follows)
    .where(and(eq(follows.userId, actor.userId), eq(follows.followableId, followableId)))
}
