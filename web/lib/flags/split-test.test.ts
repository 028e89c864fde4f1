import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { splitTestGroup } from './split-test.ts'

const jar = (kept?: string) => ({ read: vi.fn(() => kept), write: vi.fn() })

test('R9.08 a browser without a group draws one from 1 to 10000 and keeps it 90 days on the base domain', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), random => {
      const cookies = jar()
      const group = splitTestGroup(cookies, 'dennik.example', () => random)
      expect(group).toBeGreaterThanOrEqual(1)
      expect(group).toBeLessThanOrEqual(10_000)
      expect(Number.isInteger(group)).toBe(true)
      expect(cookies.write).toHaveBeenCalledWith('pp_split_test', String(group), {
        domain: 'dennik.example',
        maxAgeSeconds: 7_776_000,
      })
    }),
  )
  expect(splitTestGroup(jar(), '', () => 0)).toBe(1)
  expect(splitTestGroup(jar(), '', () => 1 - Number.EPSILON)).toBe(10_000)
})

test.each(['1', '4821', '10000'])('R9.08 the group %s that is kept stays', kept => {
  const cookies = jar(kept)
  expect(splitTestGroup(cookies, '', () => 0.5)).toBe(Number(kept))
  expect(cookies.write).not.toHaveBeenCalled()
})

test.each(['', '0', '10001', '-5', '4.5', '07', 'abc', '4821;x'])(
  'R9.08 “%s” is no group: one is drawn',
  kept => {
    expect(splitTestGroup(jar(kept), '', () => 0.5)).toBe(5001)
  },
)
