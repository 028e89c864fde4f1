import { randomInt } from 'node:crypto'
import { couponAlphabet, couponLength } from '#contract/coupons/coupon-code.ts'

/** A new code, without the dashes that people see. It is to be kept as its digest only. */
export const generateCouponCode = (): string =>
  Array.from({ length: couponLength }, () => couponAlphabet[randomInt(couponAlphabet.length)]).join('')
