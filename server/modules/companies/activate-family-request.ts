import { and, eq, isNull } from 'drizzle-orm'
import { recordActivity } from '#server/modules/activity/index.ts'
import { lockReader } from '#server/modules/identity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { findAccesses } from './access-store.ts'
import { type FamilyRequestRow, findFamilyRequest, requireOpen } from './find-family-request.ts'
import { giveAccess } from './give-access.ts'
import { lockShared } from './store.ts'
import { accesses } from './tables.ts'

/**
 * A reader takes the access of a link, and reads from then on (R9.03). Concurrent calls: one succeeds.
 *
 * @returns id of the subscription that it gives
 * @throws AppError `family_request_not_found`, `family_request_self_use_forbidden`, `family_request_one_per_user`,
 *   `family_code_expired`, `user_anonymization_pending`
 */
export async function activateFamilyRequest(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>,
  actor: Actor,
  code: string,
): Promise<number> {
  const { shared } = await findFamilyRequest(deps.db, deps, code)
  return deps.db.transaction(async tx => {
    const reader = await lockReader(tx, actor.userId)
    await lockShared(tx, shared.id)
    // Read again after the lock wait: the access may have been deactivated or taken meanwhile.
    const request = await findFamilyRequest(tx, deps, code)
    await requireAllowed(tx, request, actor)
    requireOpen(request, deps.clock.now())
    if (reader?.anonymizationRequestedAt) throw new AppError('user_anonymization_pending')
    return take(tx, deps, request, actor)
  })
}

async function requireAllowed(
  tx: Tx,
  { access, shared }: FamilyRequestRow,
  { userId }: Actor,
): Promise<void> {
  if (shared.administratorId === userId) throw new AppError('family_request_self_use_forbidden')
  const all = await findAccesses(tx, access.subscriptionId)
  if (all.some(row => row.userId === userId && row.deactivatedAt === null)) {
    throw new AppError('family_request_one_per_user')
  }
}

async function take(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs' | 'settings'>,
  { access, shared }: FamilyRequestRow,
  { userId }: Actor,
): Promise<number> {
  const now = deps.clock.now()
  const seatSubscriptionId = await giveAccess(tx, shared, { userId, now })
  const [taken] = await tx
    .update(accesses)
    .set({ userId, activeFrom: now, seatSubscriptionId })
    .where(and(eq(accesses.id, access.id), isNull(accesses.activeFrom), isNull(accesses.deactivatedAt)))
    .returning({ id: accesses.id })
  if (!taken) throw new AppError('family_code_expired')
  await recordActivity(tx, deps, { userId, kind: 'access_taken', details: { kind: shared.product.audience } })
  return seatSubscriptionId
}
