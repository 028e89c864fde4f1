/** Alphabet of codes: no letter or digit that could be taken for another one (0 and O; 1, I and L; U and V). */
export const couponAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Sixteen of thirty characters: 78 bits of entropy. */
export const couponLength = 16

/**
 * Normalises a code for comparison: spaces, dashes and case are ignored, and lookalike characters are equal.
 *
 * @returns small letters and digits only; may be empty
 */
export const normaliseCouponCode = (typed: string): string =>
  typed
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')

/** A code as displayed: in groups of four. */
export const groupCouponCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? ''
