import { and, eq, inArray, isNull, lte } from 'drizzle-orm'
import * as z from 'zod'
import type { FollowKind } from '#contract/follows/follows.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { findOpenUnfollow } from './store.ts'
import { followables, follows, unfollowRequests } from './tables.ts'

const queue = 'unfollow-all'
/** R4.16 */
const promisedSeconds = 60

type UnfollowDeps = Pick<Deps, 'db' | 'clock' | 'jobs'>

/**
 * Takes the wish to unfollow all of a kind; a worker does it. Asked for again meanwhile, it is the same wish.
 *
 * @returns by when it is done
 */
export async function unfollowAll(
  deps: UnfollowDeps,
  actor: Actor,
  kind: FollowKind,
): Promise<Temporal.Instant> {
  const requestedAt = deps.clock.now()
  const doneBefore = requestedAt.add({ seconds: promisedSeconds })
  return deps.db.transaction(async tx => {
    const [request] = await tx
      .insert(unfollowRequests)
      .values({ userId: actor.userId, kind, requestedAt, doneBefore })
      .onConflictDoNothing()
      .returning({ id: unfollowRequests.id })
    if (request) {
      await deps.jobs.enqueue(tx, queue, { id: request.id })
      return doneBefore
    }
    // Done between the two statements: then the promise is kept already.
    return (await findOpenUnfollow(tx, actor.userId, kind))?.doneBefore ?? doneBefore
  })
}

/** Does the queued wishes in this process, when it is one that works. */
export const consumeUnfollowAll = (deps: UnfollowDeps): Promise<void> =>
  deps.jobs.consume(queue, async data => doUnfollow(deps, z.object({ id: z.int() }).parse(data).id))

/** Done at once and whole; a repeat finds the request done. What was followed after the wish stays. */
async function doUnfollow({ db, clock }: UnfollowDeps, id: number): Promise<void> {
  await db.transaction(async tx => {
    const [request] = await tx
      .update(unfollowRequests)
      .set({ doneAt: clock.now() })
      .where(and(eq(unfollowRequests.id, id), isNull(unfollowRequests.doneAt)))
      .returning()
    if (!request) return
    const ofKind = tx
      .select({ id: followables.id })
      .from(followables)
      .where(eq(followables.kind, request.kind))
    await tx
      .delete(follows)
      .where(
        and(
          eq(follows.userId, request.userId),
          inArray(follows.followableId, ofKind),
          lte(follows.followedAt, request.requestedAt),
        ),
      )
  })
}
