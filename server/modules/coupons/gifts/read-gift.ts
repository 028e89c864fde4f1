import { normaliseCouponCode } from '#contract/coupons/coupon-code.ts'
import type { GiftOffer } from '#contract/gifts/gift-offers.ts'
import { AccessFlag } from '#contract/subscriptions/subscriptions.ts'
import type { Locale } from '#contract/wire.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { hashToken } from '#server/platform/secrets.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { requireUsable } from '../coupon-terms.ts'
import { findCouponByHash } from '../store.ts'

/**
 * Tells the holder of a gift's link what it gives, and from whom, before signing in. Read-only.
 *
 * @param input.ip IP address of the caller, rate limited against guessing
 * @throws AppError `coupon_doesnt_exist`, `coupon_already_used`, `coupon_expired`, `too_many_coupon_attempts_nearby`
 */
export async function readGift(
  deps: Pick<Deps, 'db' | 'clock' | 'limiter'>,
  input: { code: string; ip: string; locale: Locale },
): Promise<GiftOffer> {
  const hash = hashToken(normaliseCouponCode(input.code))
  const row = await deps.limiter.attempt([[limits.codesByAddress, input.ip]], async () => {
    const found = await findCouponByHash(deps.db, hash)
    return found?.gift && { ...found, gift: found.gift }
  })
  if (!row) throw new AppError('coupon_doesnt_exist')
  requireUsable(row, deps.clock.now())
  const { coupon, product, gift, giver } = row
  return {
    from: giver,
    name: gift.recipientName,
    message: gift.message,
    group: product.group,
    type: { code: product.code, name: localized(product, 'name', input.locale) },
    length: product.length,
    access: product.access.map(flag => AccessFlag.parse(flag)),
    device_limit: product.deviceLimit,
    use_until: coupon.expiresAt.toString(),
  }
}
