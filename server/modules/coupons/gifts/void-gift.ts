import { eq } from 'drizzle-orm'
import { withdrawMails } from '#server/modules/outbox/index.ts'
import { endSubscription } from '#server/modules/subscriptions/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { coupons, gifts } from '../tables.ts'
import { giftTopic } from './mail-gift.ts'

/**
 * Voids a refunded gift, so that it can't be activated any more. A subscription that it has given ends.
 *
 * @param tx transaction of the refund
 */
export async function voidGift(tx: Tx, deps: Pick<Deps, 'clock'>, paymentId: number): Promise<void> {
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
    await endSubscription(tx, deps, gift.subscriptionId)
  }
}
