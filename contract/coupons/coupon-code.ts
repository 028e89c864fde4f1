/** What codes are made of: no letter or digit that could be taken for another one (0 and O; 1, I and L; U and V). */
export const couponAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Sixteen of thirty characters are 78 bits: nobody guesses one. */
export const couponLength = 16

/**
 * The one form in which a code is compared: however it was written down, read out or copied. Spaces, dashes and case
 * don't matter, and what looks alike is alike.
 *
 * @returns small letters and digits only; empty when there was nothing of a code
 */
export const normaliseCouponCode = (typed: string): string =>
  typed
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')

/** How a code is written for people: in groups of four. */
export const groupCouponCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? ''
