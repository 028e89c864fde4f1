import type { Gift } from '#contract/gifts/gifts.ts'
import type { Locale } from '#contract/wire.ts'
import { withdrawUntil } from '#server/modules/subscriptions/index.ts'
import { localized } from '#server/platform/texts/localized.ts'
import type { GiftRow } from './store.ts'

/** A gift as its giver is shown it. */
export function describeGift(row: GiftRow, locale: Locale, now: Temporal.Instant): Gift {
  const { gift, coupon, product } = row
  return {
    id: gift.couponId,
    email: gift.email,
    name: gift.recipientName,
    message: gift.message,
    product: { code: product.code, name: localized(product, 'name', locale) },
    date: gift.sendOn,
    state: giftState(row, now),
    sent_at: gift.sentAt?.toString() ?? null,
    activated_at: coupon.usedAt?.toString() ?? null,
    use_until: coupon.expiresAt.toString(),
    withdraw_until: withdrawUntil(row.contractAt, now),
  }
}

/** State of a gift, computed from its columns and the clock. */
export function giftState({ gift, coupon, isCancelled }: GiftRow, now: Temporal.Instant): Gift['state'] {
  if (isCancelled) return 'cancelled'
  if (coupon.usedAt !== null) return 'activated'
  if (Temporal.Instant.compare(coupon.expiresAt, now) <= 0) return 'expired'
  return gift.sentAt === null ? 'planned' : 'sent'
}
