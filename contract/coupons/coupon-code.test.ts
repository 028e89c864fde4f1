import { describe, expect, test } from 'vitest'
import { couponAlphabet, couponLength, groupCouponCode, normaliseCouponCode } from './coupon-code.ts'

describe('R5.08 a code is the same however it is written', () => {
  test.each([
    'n5wh-8tqe-rc3z-k7da',
    'N5WH8TQERC3ZK7DA',
    '  N5WH 8TQE RC3Z K7DA \n',
    'N5WH–8TQE—RC3Z‑K7DA',
    'N5WH\u00a08TQE\u2009RC3Z_K7DA.',
    'N5WH-8TQE-RC3Z-K7DA',
  ])('%j', typed => {
    expect(normaliseCouponCode(typed)).toBe('n5wh8tqerc3zk7da')
  })

  test('lookalike characters are equal', () => {
    expect(normaliseCouponCode('OIL0-1lio')).toBe(normaliseCouponCode('0110-1110'))
  })

  test.each(['', '   ', '-–—', '…'])('of %j nothing remains', typed => {
    expect(normaliseCouponCode(typed)).toBe('')
  })
})

test('a code that we make has at least 60 bits, no look-alikes, and survives being grouped', () => {
  expect(couponLength * Math.log2(couponAlphabet.length)).toBeGreaterThanOrEqual(60)
  expect(couponAlphabet).not.toMatch(/[01OILU]/)
  expect(new Set(couponAlphabet).size).toBe(couponAlphabet.length)
  const whole = couponAlphabet.slice(0, couponLength)
  expect(groupCouponCode(whole)).toBe('2345-6789-ABCD-EFGH')
  expect(normaliseCouponCode(groupCouponCode(whole))).toBe(whole.toLowerCase())
})
