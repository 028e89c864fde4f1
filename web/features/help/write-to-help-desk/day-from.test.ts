import { expect, test } from 'vitest'
import { dayFrom } from './day-from.ts'

const monday = '2027-03-29T06:00:00Z'

test.each([
  ['on the day itself', '2027-03-29T04:00:00Z', 'today'],
  ['on the day before', '2027-03-28T10:00:00Z', 'tomorrow'],
  ['late on the evening before summer time begins, which is two days before', '2027-03-27T22:30:00Z', '1'],
  ['within the week', '2027-03-24T20:00:00Z', '1'],
])('R13.15 the telephone is answered again on Monday: %s', (_when, now, day) => {
  expect(dayFrom(Date.parse(now), monday)).toBe(day)
})

test('R13.15 the night of the change to winter time is one day', () => {
  // 0:30 on a Sunday of 25 hours.
  expect(dayFrom(Date.parse('2026-10-24T22:30:00Z'), '2026-10-26T07:00:00Z')).toBe('tomorrow')
})
