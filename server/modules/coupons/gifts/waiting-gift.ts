import { routes } from '#contract/routes.ts'
import type { ConcernOf } from '#contract/subscriptions/concerns.ts'
import type { Locale } from '#contract/wire.ts'
import type { Deps } from '#server/platform/deps.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { giftCode, giftUrl } from './gift-code.ts'
import { prepareWaitingGifts } from './store.ts'

/**
 * Prepares the gift that waits for a reader, with the link that was mailed (R13.10); of several the one that expires
 * first. Of an imported one the code is in its mail alone, so the page that asks for a code stands in the link's place.
 *
 * @returns a function of the reader's id and language
 */
export function waitingGift(deps: Pick<Deps, 'db' | 'clock' | 'settings'>) {
  const giftsOf = prepareWaitingGifts(deps.db)
  return async (userId: number, locale: Locale): Promise<ConcernOf<'offer'> | undefined> => {
    const now = deps.clock.now()
    const row = (await giftsOf(userId))?.find(
      ({ coupon }) => Temporal.Instant.compare(coupon.expiresAt, now) > 0,
    )
    if (!row) return undefined
    const { gift, coupon, product, giver } = row
    const { couponId, linkVersion: version } = gift
    return {
      kind: 'offer',
      of: 'gift',
      from: giver.erasedAt === null ? giver.name : null,
      product: localized(product, 'name', locale),
      until: coupon.expiresAt.toString(),
      url:
        version === null
          ? deps.settings.origins.account + routes.subscription_code.path
          : giftUrl(deps, giftCode(deps, { couponId, version })),
    }
  }
}
