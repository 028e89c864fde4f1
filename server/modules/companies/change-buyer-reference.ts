import { eq } from 'drizzle-orm'
import { recordActivity } from '#server/modules/activity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { lockAsAdministrator } from './require-administrator.ts'
import { sharedSubscriptions } from './tables.ts'

/**
 * Changes the company's own number of its order (EN 16931, BT-13) for the next documents; those that were made stay. An
 * order that names one has its own.
 *
 * @param given.buyerReference empty for none
 * @throws AppError `forbidden`, also for a family
 */
export const changeBuyerReference = (
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>,
  actor: Actor,
  given: { subscriptionId: number; buyerReference: string },
): Promise<void> =>
  deps.db.transaction(async tx => {
    const shared = await lockAsAdministrator(tx, actor, given.subscriptionId)
    if (shared.product.audience !== 'company') throw new AppError('forbidden')
    const buyerReference = given.buyerReference || null
    if (shared.buyerReference === buyerReference) return
    await tx
      .update(sharedSubscriptions)
      .set({ buyerReference })
      .where(eq(sharedSubscriptions.subscriptionId, shared.id))
    await recordActivity(tx, deps, { userId: actor.userId, kind: 'buyer_reference_changed' })
  })
