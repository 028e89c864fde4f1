import { eq } from 'drizzle-orm'
import { routes } from '#contract/routes.ts'
import { sendMail, withdrawMails } from '#server/modules/outbox/index.ts'
import { takeBackGrant } from '#server/modules/subscriptions/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { formatDay } from '#server/platform/texts/format.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { coupons, gifts } from '../tables.ts'
import { giftTopic } from './mail-gift.ts'
import { findTaken } from './store.ts'

type VoidDeps = Pick<Deps, 'clock' | 'jobs' | 'settings'>

/**
 * Voids a refunded gift, so that it can't be activated any more. A subscription that it has given ends, who has it is told,
 * and a renewal that was put behind it goes back.
 *
 * @param tx transaction of the refund
 */
export async function voidGift(tx: Tx, deps: VoidDeps, paymentId: number): Promise<void> {
  const [gift] = await tx
    .select({ couponId: gifts.couponId, usedAt: coupons.usedAt, subscriptionId: coupons.subscriptionId })
    .from(gifts)
    .innerJoin(coupons, eq(coupons.id, gifts.couponId))
    .where(eq(gifts.paymentId, paymentId))
    .for('update', { of: coupons })
  if (!gift) return
  if (gift.usedAt === null) {
    await tx.update(coupons).set({ expiresAt: deps.clock.now() }).where(eq(coupons.id, gift.couponId))
    await withdrawMails(tx, giftTopic(gift.couponId))
  } else if (gift.subscriptionId !== null) {
    await tellRecipient(tx, deps, gift.subscriptionId)
    await takeBackGrant(tx, deps, gift.subscriptionId)
  }
}

/** Mails who took the gift, unless it is over or its reader is erased. */
async function tellRecipient(tx: Tx, deps: VoidDeps, subscriptionId: number): Promise<void> {
  const now = deps.clock.now()
  const taken = await findTaken(tx, subscriptionId, now)
  if (!taken) return
  const { email, locale } = taken
  await sendMail(tx, deps, {
    to: email,
    locale,
    template: 'gift_cancelled',
    values: { product: localized(taken, 'name', locale), day: formatDay(locale, now) },
    link: `${deps.settings.origins.account}${routes.subscription.path}`,
  })
}
