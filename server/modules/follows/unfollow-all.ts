import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { FollowKind } from '#contract/follows/follows.ts'
import { onlyRow } from '#server/platform/database/only-row.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { followables, follows, unfollowRequests } from './tables.ts'

const queue = 'unfollow-all'
/** R4.16 */
const promisedSeconds = 60

type UnfollowDeps = Pick<Deps, 'db' | 'clock' | 'jobs'>

/**
 * Queues the request to unfollow all of a kind; a worker does it. Idempotent: a repeat meanwhile is the same request,
 * done by the same time. One whose time has passed is queued again, since its job may have been given up.
 *
 * @returns the time by which it is done
 */
export async function unfollowAll(
  deps: UnfollowDeps,
  actor: Actor,
  kind: FollowKind,
): Promise<Temporal.Instant> {
  const requestedAt = deps.clock.now()
  const doneBefore = requestedAt.add({ seconds: promisedSeconds })
  return deps.db.transaction(async tx => {
    const rows = await tx
      .insert(unfollowRequests)
      .values({ userId: actor.userId, kind, requestedAt, doneBefore })
      .onConflictDoUpdate({
        target: [unfollowRequests.userId, unfollowRequests.kind],
        targetWhere: isNull(unfollowRequests.doneAt),
        // What was followed meanwhile goes too: the job that is queued reads this.
        set: {
          requestedAt,
          doneBefore: sql`case when ${lte(unfollowRequests.doneBefore, requestedAt)} then excluded.done_before else ${unfollowRequests.doneBefore} end`,
        },
      })
      .returning({ id: unfollowRequests.id, doneBefore: unfollowRequests.doneBefore })
    const { id, doneBefore: until } = onlyRow(rows)
    // New, or queued again; two of the same millisecond are queued twice, and the job is idempotent.
    if (until.equals(doneBefore)) await deps.jobs.enqueue(tx, queue, { id })
    return until
  })
}

/** Consumes the queue in a worker process. */
export const consumeUnfollowAll = (deps: UnfollowDeps): Promise<void> =>
  deps.jobs.consume(queue, async data => doUnfollow(deps, z.object({ id: z.int() }).parse(data).id))

/** One transaction; idempotent, since a repeated job finds the request done. Follows after the request stay. */
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
