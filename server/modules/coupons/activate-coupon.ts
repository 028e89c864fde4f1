import { eq } from 'drizzle-orm'
import { recordActivity } from '#server/modules/activity/index.ts'
import { lockReader } from '#server/modules/identity/index.ts'
import { grantSubscription } from '#server/modules/subscriptions/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { hashToken } from '#server/platform/secrets.ts'
import { obstacleFor, periodFor, requireUsable } from './coupon-terms.ts'
import { findCoupon } from './find-coupon.ts'
import { type CouponRow, findCouponByHash, findStanding, findUseByKey, lockCoupon } from './store.ts'
import { coupons } from './tables.ts'

type Use = { code: string; userId: number; ip: string; idempotencyKey: string | undefined }

/**
 * Uses a code up (R1.13). Concurrent calls, of any readers: one gets the subscription.
 *
 * @param input.code normalized
 * @param input.ip IP address of the caller, which is rate limited too
 * @param input.idempotencyKey idempotency key: a retry by the same reader gets the first answer
 * @returns id of the subscription that it gave
 * @throws AppError `coupon_doesnt_exist`, `coupon_already_used`, `coupon_expired`, what `findCoupon` throws,
 *   `coupon_giveaway_user_active_subscription`, `coupon_user_active_recurrence`, `idempotency_key_reused`,
 *   `user_anonymization_pending`
 */
export async function activateCoupon(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'limiter' | 'settings'>,
  input: Use,
): Promise<number> {
  const { coupon } = await findCoupon(deps, input)
  return deps.db.transaction(async tx => {
    // Lock against a race: two codes of one reader at once would begin at the same moment, and days would be lost.
    const reader = await lockReader(tx, input.userId)
    const repeated = await findRepeated(tx, coupon.id, input)
    if (repeated !== undefined) return repeated
    if (reader?.anonymizationRequestedAt) throw new AppError('user_anonymization_pending')
    // Lock against a race: a code that is voided at this moment, by whichever clock, is read as voided.
    await lockCoupon(tx, coupon.id)
    const row = await findCouponByHash(tx, coupon.codeHash)
    // A gift that was just sent to another address has another code.
    if (!row) throw new AppError({ key: 'coupon_doesnt_exist', field: 'code' })
    return useCoupon(tx, deps, row, input)
  })
}

async function findRepeated(
  tx: Tx,
  couponId: number,
  { userId, idempotencyKey }: Use,
): Promise<number | undefined> {
  if (idempotencyKey === undefined) return undefined
  const before = await findUseByKey(tx, userId, hashToken(idempotencyKey))
  if (before && before.id !== couponId) throw new AppError('idempotency_key_reused')
  return before?.subscriptionId ?? undefined
}

async function useCoupon(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs' | 'settings'>,
  row: CouponRow,
  { userId, idempotencyKey }: Use,
): Promise<number> {
  const now = deps.clock.now()
  requireUsable(row, now)
  const standing = await findStanding(tx, userId, now)
  const obstacle = obstacleFor(row, standing)
  if (obstacle) throw new AppError({ key: obstacle, field: 'code' })
  const productCode = row.product.code
  const subscriptionId = await grantSubscription(tx, {
    userId,
    productCode,
    ...periodFor(row, standing, now),
  })
  await tx
    .update(coupons)
    .set({
      usedAt: now,
      usedBy: userId,
      useKey: idempotencyKey === undefined ? null : hashToken(idempotencyKey),
      subscriptionId,
    })
    .where(eq(coupons.id, row.coupon.id))
  await recordActivity(tx, deps, { userId, kind: 'coupon_used', details: { product: productCode } })
  return subscriptionId
}
