import type { CouponPreview } from '#contract/coupons/coupons.ts'
import { endOfPeriod } from '#server/modules/subscriptions/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { CouponRow, Standing } from './store.ts'

type Period = { startsAt: Temporal.Instant; endsAt: Temporal.Instant }

/** Refuses a used, voided or expired code (R4.13). @throws AppError `coupon_already_used`, `coupon_expired` */
export function requireUsable({ coupon, isVoid }: CouponRow, now: Temporal.Instant): void {
  if (coupon.usedAt !== null) throw new AppError({ key: 'coupon_already_used', field: 'code' })
  if (isVoid || Temporal.Instant.compare(coupon.expiresAt, now) <= 0) {
    throw new AppError({ key: 'coupon_expired', field: 'code' })
  }
}

/** Why this reader can't use a valid code (R8.09). */
export function obstacleFor({ coupon }: CouponRow, standing: Standing): CouponPreview['obstacle'] {
  if (coupon.kind === 'giveaway' && standing.isSubscriber) return 'coupon_giveaway_user_active_subscription'
  // The renewal would be charged for days that the code has given already.
  return standing.renewingId === undefined ? null : 'coupon_user_active_recurrence'
}

/**
 * When the subscription begins and ends: it follows all that the reader has or will have, so that no day
 * is lost (R9.02). A free giveaway begins at once.
 */
export function periodFor({ coupon, product }: CouponRow, standing: Standing, now: Temporal.Instant): Period {
  const startsAt = coupon.kind === 'giveaway' ? now : (standing.coveredUntil ?? now)
  return { startsAt, endsAt: endOfPeriod(startsAt, product.length) }
}
