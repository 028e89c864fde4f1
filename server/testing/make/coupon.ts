import { groupCouponCode, normaliseCouponCode } from '#contract/coupons/coupon-code.ts'
import { generateCouponCode } from '#server/modules/coupons/index.ts'
import { coupons } from '#server/modules/coupons/tables.ts'
import { products } from '#server/modules/subscriptions/tables.ts'
import { onlyRow } from '#server/platform/database/only-row.ts'
import type { Deps } from '#server/platform/deps.ts'
import { hashToken } from '#server/platform/secrets.ts'

/**
 * Makes an activation code for Premium for a year: of the kind `code`, good for a year, unless told otherwise.
 *
 * @returns the code as people see it, and its row's id
 */
export async function makeCoupon(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  given: Partial<typeof coupons.$inferInsert> & { length?: string } = {},
): Promise<{ code: string; id: number }> {
  const { length = 'P1Y', ...columns } = given
  const productCode = `coupon_premium_${length}`
  await db
    .insert(products)
    .values({
      code: productCode,
      group: 'premium',
      audience: 'gift',
      priceCents: 8990,
      currency: 'EUR',
      length,
      access: ['web', 'mobile', 'device6'],
      deviceLimit: 6,
      seats: 1,
      nameSk: 'Darčekové Prémium',
      nameEn: 'Gift Premium',
      sold: true,
    })
    .onConflictDoNothing()
  const code = generateCouponCode()
  const coupon = onlyRow(
    await db
      .insert(coupons)
      .values({
        codeHash: hashToken(normaliseCouponCode(code)),
        kind: 'code',
        productCode,
        expiresAt: clock.now().add({ hours: 365 * 24 }),
        ...columns,
      })
      .returning({ id: coupons.id }),
  )
  return { code: groupCouponCode(code), id: coupon.id }
}
