import { randomInt } from 'node:crypto'
import { couponAlphabet, couponLength } from '#contract/coupons/coupon-code.ts'

/** A new code, without the dashes of its display form. Only its hash may be stored. */
export const generateCouponCode = (): string =>
  Array.from({ length: couponLength }, () => couponAlphabet[randomInt(couponAlphabet.length)]).join('')
