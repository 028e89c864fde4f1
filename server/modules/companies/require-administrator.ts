import { and, eq } from 'drizzle-orm'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { kindOf } from './list-shared-subscriptions.ts'
import { findShared, type SharedRow } from './store.ts'
import { sharedSubscriptions } from './tables.ts'

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
 * @throws AppError `forbidden`
 */
export async function lockAsAdministrator(tx: Tx, actor: Actor, subscriptionId: number): Promise<SharedRow> {
  const found = ownOnly(await findShared(tx, subscriptionId), actor)
  if (!found.isOpened) await open(tx, found)
  const [held] = await tx
    .select({ id: sharedSubscriptions.subscriptionId })
    .from(sharedSubscriptions)
    .where(
      and(
        eq(sharedSubscriptions.subscriptionId, subscriptionId),
        eq(sharedSubscriptions.administratorId, actor.userId),
      ),
    )
    .for('update')
  if (!held) throw new AppError('forbidden')
  return ownOnly(await findShared(tx, subscriptionId), actor)
}

/** Before the first seat is given: inserts the row that is locked from now on. */
async function open(tx: Tx, found: SharedRow): Promise<void> {
  await tx
    .insert(sharedSubscriptions)
    .values({
      subscriptionId: found.id,
      kind: kindOf(found),
      administratorId: found.administratorId,
      seats: found.seats,
    })
    .onConflictDoNothing()
}

function ownOnly(found: SharedRow | undefined, actor: Actor): SharedRow {
  if (found?.administratorId !== actor.userId) throw new AppError('forbidden')
  return found
}
