import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isChatTime, watchChatHours } from './chat-hours.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', new EventTarget())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['winter', '2026-01-15T15:59:59.999Z', false],
  ['winter', '2026-01-15T16:00:00Z', true],
  ['winter', '2026-01-15T20:59:59.999Z', true],
  ['winter', '2026-01-15T21:00:00Z', false],
  ['summer', '2026-07-15T14:59:59.999Z', false],
  ['summer', '2026-07-15T15:00:00Z', true],
  ['summer', '2026-07-15T19:59:59.999Z', true],
  ['summer', '2026-07-15T20:00:00Z', false],
  ['the day that summer time begins', '2026-03-29T14:59:59Z', false],
  ['the day that summer time begins', '2026-03-29T15:00:00Z', true],
  ['the day before it', '2026-03-28T15:00:00Z', false],
  ['the day that summer time ends', '2026-10-25T15:30:00Z', false],
  ['the day that summer time ends', '2026-10-25T16:00:00Z', true],
  ['the day before it', '2026-10-24T15:00:00Z', true],
  ['midnight', '2026-07-15T22:00:00Z', false],
  ['the morning', '2026-07-15T03:00:00Z', false],
])('R1.26 somebody answers from 17:00 until before 22:00 in Bratislava: %s, %s', (_, at, expected) => {
  expect(isChatTime(Date.parse(at))).toBe(expected)
})

test('R1.26 the clock is looked at every 60 s, and when the page comes back into sight', () => {
  vi.setSystemTime('2026-07-15T14:59:30Z')
  const seen: boolean[] = []
  const stop = watchChatHours(() => seen.push(isChatTime(Date.now())))
  vi.advanceTimersByTime(59_999)
  expect(seen).toEqual([])
  vi.advanceTimersByTime(1)
  expect(seen).toEqual([true])
  vi.setSystemTime('2026-07-15T20:00:00Z')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(seen).toEqual([true, false])
  stop()
  vi.advanceTimersByTime(600_000)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(seen).toHaveLength(2)
})
