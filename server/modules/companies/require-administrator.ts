import { lockReaders } from '#server/modules/identity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { peopleOf } from './access-store.ts'
import { openRow } from './open-shared.ts'
import { findShared, lockShared, type SharedRow } from './store.ts'

/** An access to change; the log gets one entry for all where it is one of many. */
export type AccessOfMany = { subscriptionId: number; id: number; isOneOfMany?: boolean }

/**
 * Authorization: only the administrator passes (R6.02). Another's subscription, a former one of the caller and a missing
 * one are refused alike, so that the answer leaks nothing.
 *
 * @throws AppError `forbidden`
 */
export async function requireAdministrator(
  { db }: { db: Deps['db'] | Tx },
  actor: Actor,
  subscriptionId: number,
): Promise<SharedRow> {
  return ownOnly(await findShared(db, subscriptionId), actor)
}

/**
 * The same, and locks the subscription until the end of the transaction: concurrent changes of its seats run one after
 * the other.
 *
 * @param accessId the access that is changed: its people are locked before it, as an erasure locks them (decision 034)
 * @throws AppError `forbidden`
 */
export async function lockAsAdministrator(
  tx: Tx,
  actor: Actor,
  subscriptionId: number,
  accessId?: number,
): Promise<SharedRow> {
  const found = ownOnly(await findShared(tx, subscriptionId), actor)
  if (accessId !== undefined) await lockReaders(tx, peopleOf(tx, accessId))
  if (!found.isOpened) await openRow(tx, found)
  await lockShared(tx, subscriptionId)
  return ownOnly(await findShared(tx, subscriptionId), actor)
}

/** Seats of an ended subscription can't be given any more. @throws AppError `company_subscription_ended` */
export function requireNotEnded({ clock }: Pick<Deps, 'clock'>, { endsAt }: SharedRow): void {
  if (Temporal.Instant.compare(endsAt, clock.now()) <= 0) throw new AppError('company_subscription_ended')
}

function ownOnly(found: SharedRow | undefined, actor: Actor): SharedRow {
  if (found?.administratorId !== actor.userId) throw new AppError('forbidden')
  return found
}
