import { expect, test } from 'vitest'
import { countdownText } from './use-countdown.ts'

test.each([
  [0, '0:00'],
  [9, '0:09'],
  [65, '1:05'],
  [600, '10:00'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [82_805, '23:00:05'],
])('%i seconds are %s', (seconds, text) => {
  expect(countdownText(seconds)).toBe(text)
})
