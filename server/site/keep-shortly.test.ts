import { expect, test } from 'vitest'
import { keepShortly } from './keep-shortly.ts'

test('R16.04 what was made is given to all for a minute, and what could not be made to nobody', async () => {
  let nowMs = 0
  const keep = keepShortly<number>({ now: () => Temporal.Instant.fromEpochMilliseconds(nowMs) }, 60_000)
  let made = 0
  const make = async () => (made += 1)
  expect(await Promise.all([keep('a', make), keep('a', make), keep('b', make)])).toEqual([1, 1, 2])
  nowMs = 59_999
  expect(await keep('a', make)).toBe(1)
  nowMs = 60_000
  expect(await keep('a', make)).toBe(3)
  await expect(keep('c', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await keep('c', make)).toBe(4)
})
