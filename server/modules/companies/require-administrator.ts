import { and, eq } from 'drizzle-orm'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { kindOf } from './list-shared-subscriptions.ts'
import { findShared, type SharedRow } from './store.ts'
import { sharedSubscriptions } from './tables.ts'

/**
 * Lets nobody but the administrator pass (R6.02). A subscription of somebody else, one that was once the caller's and
 * one that is not there are refused alike, so nothing is learnt from the answer.
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
 * The same, and holds the subscription until the end of the transaction: of many who give or take its places at once,
 * one after the other sees what the one before has left.
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

/** The first place is about to be given: from now on it has a row that can be held. */
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
