import { and, eq, gt, isNull } from 'drizzle-orm'
import { refusal } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type CouponBatch, findBatch } from '../store.ts'
import { couponBatches, coupons } from '../tables.ts'

/**
 * Voids the unused codes of a batch; subscriptions from the others stay.
 *
 * @param tx transaction of the decision
 * @throws AppError `not_found`; `operation_refused` when it was voided before
 */
export async function voidBatch(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  id: number,
): Promise<{ before: CouponBatch; after: CouponBatch }> {
  const before = await findBatch(tx, id)
  const now = clock.now()
  const [voided] = await tx
    .update(couponBatches)
    .set({ voidedAt: now })
    .where(and(eq(couponBatches.id, id), isNull(couponBatches.voidedAt)))
    .returning({ id: couponBatches.id })
  if (!voided) {
    throw refusal('The batch was voided before.', 'id')
  }
  await tx
    .update(coupons)
    .set({ expiresAt: now })
    .where(and(eq(coupons.batchId, id), isNull(coupons.usedAt), gt(coupons.expiresAt, now)))
  return { before, after: await findBatch(tx, id) }
}
