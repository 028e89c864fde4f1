import { couponAlphabet, groupCouponCode } from '#contract/coupons/coupon-code.ts'
import type { Deps } from '#server/platform/deps.ts'
import { keyedHash } from '#server/platform/secrets.ts'

/** 28 of 30 characters are 137 bits. */
const length = 28
const base = BigInt(couponAlphabet.length)

/**
 * The code in a gift's link. It is derived by the application's secret, so that its mail may be sent again, yet a leaked
 * table reveals none.
 *
 * @param version of the link; a new one voids the former code
 */
export function giftCode(
  { settings }: Pick<Deps, 'settings'>,
  gift: { couponId: number; version: number },
): string {
  const digest = keyedHash(settings.appSecret, 'gift-code', `${gift.couponId}.${gift.version}`)
  let left = BigInt(`0x${Buffer.from(digest, 'base64url').toString('hex')}`)
  let code = ''
  while (code.length < length) {
    code += couponAlphabet[Number(left % base)]
    left /= base
  }
  return code
}

/** Activation link of a gift. */
export const giftUrl = ({ settings }: Pick<Deps, 'settings'>, code: string): string =>
  `${settings.origins.login}/login/gift/${groupCouponCode(code)}`
