import { AppError } from '#server/platform/app-error.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { linkKeyOf } from './access-link.ts'
import { type AccessRow, findAccessByLinkKey } from './access-store.ts'
import { findShared, type SharedRow } from './store.ts'

export type FamilyRequestRow = { access: AccessRow; shared: SharedRow }

/**
 * The access of a link.
 *
 * @param db a transaction, if a write follows
 * @throws AppError `family_request_not_found`
 */
export async function findFamilyRequest(
  db: Db | Tx,
  deps: Pick<Deps, 'settings'>,
  code: string,
): Promise<FamilyRequestRow> {
  const linkKey = linkKeyOf(deps, code)
  const access = linkKey === undefined ? undefined : await findAccessByLinkKey(db, linkKey)
  const shared = access && (await findShared(db, access.subscriptionId))
  if (!access || !shared) throw new AppError('family_request_not_found')
  return { access, shared }
}

/**
 * A link is single-use, valid for 30 days, and ends with its access and with the subscription (R8.08).
 *
 * @throws AppError `family_code_expired`
 */
export function requireOpen({ access, shared }: FamilyRequestRow, now: Temporal.Instant): void {
  const isOver = (end: Temporal.Instant) => Temporal.Instant.compare(end, now) <= 0
  const isUsed = access.activeFrom !== null || access.deactivatedAt !== null
  if (isUsed || isOver(access.linkExpiresAt) || isOver(shared.endsAt))
    throw new AppError('family_code_expired')
}
