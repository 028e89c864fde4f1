import { eq } from 'drizzle-orm'
import { normaliseCouponCode } from '#contract/coupons/coupon-code.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { hashToken } from '#server/platform/secrets.ts'
import { formatLastDay } from '#server/platform/texts/format.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { coupons, gifts } from '../tables.ts'
import { giftCode, giftUrl } from './gift-code.ts'
import { type GiftRow, withoutReceiver } from './store.ts'

type MailDeps = Pick<Deps, 'clock' | 'jobs' | 'settings'>

/** Outbox topic, by which a gift's pending mail can be withdrawn. */
export const giftTopic = (couponId: number): string => `gift:${couponId}`

/**
 * Mails a gift's link to its recipient, in the recipient's language if there is an account, else in the giver's. For an
 * erased giver it contains only the giver's message, and nothing of the recipient is kept.
 *
 * @param tx transaction that has locked the gift
 * @param version of the link; a new one voids the former link
 */
export async function mailGift(
  tx: Tx,
  deps: MailDeps,
  { gift, coupon, product, giver, receiverLocale }: GiftRow,
  version: number = gift.linkVersion ?? 1,
): Promise<void> {
  const { couponId } = gift
  const code = giftCode(deps, { couponId, version })
  await tx
    .update(coupons)
    .set({ codeHash: hashToken(normaliseCouponCode(code)) })
    .where(eq(coupons.id, couponId))
  await tx
    .update(gifts)
    .set({
      sentAt: deps.clock.now(),
      linkVersion: version,
      ...(giver.erasedAt === null ? {} : withoutReceiver),
    })
    .where(eq(gifts.couponId, couponId))
  const locale = receiverLocale ?? giver.locale
  await sendMail(
    tx,
    deps,
    {
      to: gift.email,
      locale,
      template: 'gift_received',
      values: {
        hasFrom: giver.erasedAt === null ? 'yes' : 'no',
        from: giver.erasedAt === null ? (giver.name ?? giver.email) : '',
        hasName: gift.recipientName === null ? 'no' : 'yes',
        name: gift.recipientName ?? '',
        hasMessage: gift.message === null ? 'no' : 'yes',
        message: gift.message ?? '',
        product: localized(product, 'name', locale),
        until: formatLastDay(locale, coupon.expiresAt),
      },
      link: giftUrl(deps, code),
    },
    { topic: giftTopic(couponId) },
  )
}
