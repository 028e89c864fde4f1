import type { CouponPreview } from '#contract/coupons/coupons.ts'
import { AccessFlag } from '#contract/subscriptions/subscriptions.ts'
import type { Locale } from '#contract/wire.ts'
import type { Deps } from '#server/platform/deps.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { obstacleFor, periodFor, requireUsable } from './coupon-terms.ts'
import { findCoupon } from './find-coupon.ts'
import { findStanding } from './store.ts'

/**
 * Tells what a code would give to a reader, or why not. Read-only.
 *
 * @param input.code normalized
 * @param input.ip IP address of the caller, which is rate limited too
 * @throws AppError `coupon_already_used`, `coupon_expired`, what `findCoupon` throws
 */
export async function previewCoupon(
  deps: Pick<Deps, 'db' | 'clock' | 'limiter'>,
  input: { code: string; userId: number; ip: string; locale: Locale },
): Promise<CouponPreview> {
  const row = await findCoupon(deps, input)
  const now = deps.clock.now()
  requireUsable(row, now)
  const standing = await findStanding(deps.db, input.userId, now)
  const period = periodFor(row, standing, now)
  const obstacle = obstacleFor(row, standing)
  const { coupon, product, gift, giver } = row
  return {
    kind: coupon.kind,
    group: product.group,
    type: { code: product.code, name: localized(product, 'name', input.locale) },
    access: product.access.map(flag => AccessFlag.parse(flag)),
    device_limit: product.deviceLimit,
    period: { from: period.startsAt.toString(), to: period.endsAt.toString() },
    use_until: coupon.expiresAt.toString(),
    obstacle,
    renewing_subscription_id:
      obstacle === 'coupon_user_active_recurrence' ? (standing.renewingId ?? null) : null,
    gift: gift && { from: giver, message: gift.message },
  }
}
