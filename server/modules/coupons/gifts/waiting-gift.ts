import type { ConcernOf } from '#contract/subscriptions/concerns.ts'
import type { Locale } from '#contract/wire.ts'
import type { Deps } from '#server/platform/deps.ts'
import { localized } from '#server/platform/localized.ts'
import { giftCode, giftUrl } from './gift-code.ts'
import { findGiftWaitingFor } from './store.ts'

/** The gift that waits for a reader, with the link that was mailed (R13.10); of several the one that expires first. */
export async function readWaitingGift(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  userId: number,
  locale: Locale,
): Promise<ConcernOf<'offer'> | undefined> {
  const row = await findGiftWaitingFor(deps.db, userId, deps.clock.now())
  if (!row || row.gift.linkVersion === null) return undefined
  const { gift, coupon, product, giver } = row
  const version = row.gift.linkVersion
  return {
    kind: 'offer',
    of: 'gift',
    from: giver.erasedAt === null ? giver.name : null,
    product: localized(product, 'name', locale),
    until: coupon.expiresAt.toString(),
    url: giftUrl(deps, giftCode(deps, { couponId: gift.couponId, version })),
  }
}
