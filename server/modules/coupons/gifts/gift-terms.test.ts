import { describe, expect, test } from 'vitest'
import { giftExpiresAt, isDayOf, lastDueDay } from './gift-terms.ts'

describe('R9.02 a gift is good until the end of the 93rd day after its payment, by the calendar in Bratislava', () => {
  test.each([
    ['in winter', '2026-11-21T10:00:00Z', '2027-02-22T23:00:00Z'],
    ['into summer time', '2027-01-15T10:00:00Z', '2027-04-18T22:00:00Z'],
    ['out of summer time', '2027-09-01T10:00:00Z', '2027-12-03T23:00:00Z'],
    ['in the hour that comes twice', '2027-10-31T00:30:00Z', '2028-02-01T23:00:00Z'],
    ['over 29 February', '2028-01-10T10:00:00Z', '2028-04-12T22:00:00Z'],
    ['from 29 February', '2028-02-29T10:00:00Z', '2028-06-01T22:00:00Z'],
    ['just before midnight', '2026-11-21T22:59:59Z', '2027-02-22T23:00:00Z'],
    ['just after midnight, the evening before in London', '2026-11-21T23:00:00Z', '2027-02-23T23:00:00Z'],
  ])('%s', (_, paidAt, until) => {
    expect(giftExpiresAt(Temporal.Instant.from(paidAt)).toString()).toBe(until)
  })
})

test.each([
  ['2027-03-28T05:59:00Z', '2027-03-27'],
  ['2027-03-28T06:00:00Z', '2027-03-28'],
  ['2026-12-24T06:59:00Z', '2026-12-23'],
  ['2026-12-24T07:00:00Z', '2026-12-24'],
  ['2026-12-24T23:30:00Z', '2026-12-24'],
])('R9.02 gifts of a day are mailed from eight in the morning: at %s those up to %s', (now, day) => {
  expect(lastDueDay(Temporal.Instant.from(now)).toString()).toBe(day)
})

test.each([
  ['2026-12-23T22:59:00Z', false],
  ['2026-12-23T23:00:00Z', true],
  ['2026-12-27T12:00:00Z', true],
])('R9.02 a gift for 24 December that is paid for at %s has its day: %s', (now, has) => {
  expect(isDayOf('2026-12-24', Temporal.Instant.from(now))).toBe(has)
})
