import { eq } from 'drizzle-orm'
import type { Access } from '#contract/companies/companies.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { extendSubscriptions } from '#server/modules/subscriptions/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { newLink } from './access-link.ts'
import { accessState, isErased, toAccess } from './access-state.ts'
import { type AccessRow, addressesOf, findAccess, findAccesses } from './access-store.ts'
import { giveAccess } from './give-access.ts'
import { type AccessOfMany, lockAsAdministrator, requireNotEnded } from './require-administrator.ts'
import type { SharedRow } from './store.ts'
import { accesses } from './tables.ts'

/**
 * Reactivates an access, if there is a seat left: its reader reads again at once, or on where it was ending; one that was
 * never taken is pending with a new link. Idempotent.
 *
 * @throws AppError `forbidden`, `user_not_found` when its data were erased, `company_seats_used_up`, `company_access_exists` when its address or its reader has
 *   another one by now, `company_subscription_ended`
 */
export async function activateAccess(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>,
  actor: Actor,
  { subscriptionId, id, isOneOfMany = false }: AccessOfMany,
): Promise<Access> {
  return deps.db.transaction(async tx => {
    const shared = await lockAsAdministrator(tx, actor, subscriptionId, id)
    const access = await findAccess(tx, subscriptionId, id)
    if (!access) throw new AppError('forbidden')
    if (access.deactivatedAt === null) return toAccess(deps, access)
    if (isErased(access)) throw new AppError('user_not_found')
    requireNotEnded(deps, shared)
    await requirePlace(tx, shared, access)
    const row = await reopen(tx, deps, shared, access)
    if (!isOneOfMany) await recordActivity(tx, deps, { userId: actor.userId, kind: 'access_activated' })
    return toAccess(deps, row)
  })
}

async function requirePlace(tx: Tx, shared: SharedRow, access: AccessRow): Promise<void> {
  const open = (await findAccesses(tx, shared.id)).filter(row => row.deactivatedAt === null)
  const own = new Set(addressesOf(access))
  const isSame = (row: AccessRow) => addressesOf(row).some(address => own.has(address))
  if (open.some(isSame)) throw new AppError('company_access_exists')
  if (open.length >= shared.seats) throw new AppError('company_seats_used_up')
}

async function reopen(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  shared: SharedRow,
  access: AccessRow,
): Promise<AccessRow> {
  const now = deps.clock.now()
  const takeUp = accessState(access, now) === 'ending' ? goOn : start
  const seat = await takeUp(tx, shared, access, now)
  const [row] = await tx
    .update(accesses)
    .set({ deactivatedAt: null, linkSentAt: null, ...newLink(now), ...seat })
    .where(eq(accesses.id, access.id))
    .returning()
  if (!row) throw new Error('An access that is held disappeared')
  return { ...row, readerEmail: access.readerEmail }
}

/** The seat of an access that is ending goes on as it is. */
async function goOn(tx: Tx, { endsAt }: SharedRow, access: AccessRow, now: Temporal.Instant) {
  const seatIds = [access.seatSubscriptionId].filter(id => id !== null)
  await extendSubscriptions(tx, seatIds, { from: now, endsAt })
  return {}
}

async function start(tx: Tx, shared: SharedRow, { userId }: AccessRow, now: Temporal.Instant) {
  if (userId === null) return {}
  return { activeFrom: now, seatSubscriptionId: await giveAccess(tx, shared, { userId, now }) }
}
