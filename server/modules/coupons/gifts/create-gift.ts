import { eq } from 'drizzle-orm'
import { normaliseCouponCode } from '#contract/coupons/coupon-code.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/only-row.ts'
import type { Deps } from '#server/platform/deps.ts'
import { hashToken, randomToken } from '#server/platform/secrets.ts'
import { coupons, gifts } from '../tables.ts'
import { giftCode } from './gift-code.ts'
import { giftExpiresAt, isDayOf } from './gift-terms.ts'
import { mailGift } from './mail-gift.ts'
import { findGift } from './store.ts'

type GiftDeps = Pick<Deps, 'clock' | 'jobs' | 'settings'>
type NewGift = Pick<
  typeof gifts.$inferInsert,
  'buyerId' | 'email' | 'recipientName' | 'message' | 'sendOn'
> & {
  paymentId: number
  productCode: string
}

const firstVersion = 1

/**
 * Creates a paid gift. It is mailed at once when its day has come already, otherwise by a worker on its day; one whose
 * recipient was erased before it was paid, when its giver has given it to another address.
 *
 * @param tx transaction that settles the payment; one payment gives one gift
 * @returns when it can no longer be activated, and whether its day has come
 */
export async function createGift(
  tx: Tx,
  deps: GiftDeps,
  { productCode, ...given }: NewGift,
): Promise<{ expiresAt: Temporal.Instant; isDue: boolean }> {
  const now = deps.clock.now()
  const expiresAt = giftExpiresAt(now)
  const coupon = onlyRow(
    await tx
      .insert(coupons)
      // Its code is derived from its id.
      .values({ codeHash: hashToken(randomToken(128)), kind: 'gift', productCode, expiresAt })
      .returning({ id: coupons.id }),
  )
  const code = giftCode(deps, { couponId: coupon.id, version: firstVersion })
  await tx
    .update(coupons)
    .set({ codeHash: hashToken(normaliseCouponCode(code)) })
    .where(eq(coupons.id, coupon.id))
  await tx.insert(gifts).values({ ...given, couponId: coupon.id, linkVersion: firstVersion })
  const isDue = isDayOf(given.sendOn, now)
  if (given.email !== '' && isDue) await mailGift(tx, deps, await findGift(tx, coupon.id))
  return { expiresAt, isDue }
}
