import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { Access } from '#contract/companies/companies.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { endSubscription } from '#server/modules/subscriptions/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { toAccess } from './access-state.ts'
import { findAccess } from './access-store.ts'
import { type AccessOfMany, lockAsAdministrator } from './require-administrator.ts'
import { accesses } from './tables.ts'

/**
 * Ends an access: its link is void, its reader no longer reads, and its seat is free, in one transaction (R4.10).
 * Idempotent.
 *
 * @throws AppError `forbidden`
 */
export async function deactivateAccess(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>,
  actor: Actor,
  { subscriptionId, id, isOneOfMany = false }: AccessOfMany,
): Promise<Access> {
  return deps.db.transaction(async tx => {
    await lockAsAdministrator(tx, actor, subscriptionId, id)
    // Of the one that has the lock: the moment of one that came first and waited longer would lie before its end.
    const now = deps.clock.now()
    const [ended] = await tx
      .update(accesses)
      .set({ deactivatedAt: now })
      .where(
        and(
          eq(accesses.id, id),
          eq(accesses.subscriptionId, subscriptionId),
          or(isNull(accesses.deactivatedAt), gt(accesses.deactivatedAt, now)),
        ),
      )
      .returning()
    const row = await findAccess(tx, subscriptionId, id)
    if (!row) throw new AppError('forbidden')
    if (!ended) return toAccess(deps, row)
    if (ended.seatSubscriptionId !== null) await endSubscription(tx, deps, ended.seatSubscriptionId)
    if (!isOneOfMany) await recordActivity(tx, deps, { userId: actor.userId, kind: 'access_deactivated' })
    if (ended.userId !== null) await recordActivity(tx, deps, { userId: ended.userId, kind: 'access_lost' })
    return toAccess(deps, row)
  })
}
