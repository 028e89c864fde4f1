import fc from 'fast-check'
import { expect, test } from 'vitest'
import { timeZone } from '#server/platform/clock.ts'
import { endOfWithdrawal, lastDayOfWithdrawal } from './withdrawal-time.ts'

const lastOf = (day: Temporal.PlainDate, time = '10:00') =>
  lastDayOfWithdrawal(day.toZonedDateTime({ timeZone, plainTime: time }).toInstant())
const last = (day: string) => lastOf(Temporal.PlainDate.from(day)).toString()

test.each([
  ['on a working day', '2026-11-20', '2026-12-04'],
  ['on a Saturday', '2026-11-21', '2026-12-07'],
  ['on a Sunday', '2026-11-22', '2026-12-07'],
  ['on Christmas Eve, a Thursday', '2026-12-10', '2026-12-28'],
  ['on the first of January, with Epiphany still to come', '2026-12-18', '2027-01-04'],
  ['on Good Friday', '2027-03-12', '2027-03-30'],
  ['on Easter Monday', '2027-03-15', '2027-03-30'],
  ['on Good Friday of 2038, the latest Easter', '2038-04-09', '2038-04-27'],
  ['on a holiday on which people work', '2026-11-03', '2026-11-18'],
])('R11.08 the last day of withdrawal, %s', (_what, contract, expected) => {
  expect(last(contract)).toBe(expected)
})

test('R11.08 it is a working day, 14 to 20 days after the contract, and never earlier for a later contract', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), count => {
      const day = Temporal.PlainDate.from('2026-01-01').add({ days: count })
      const end = lastOf(day)
      expect(end.dayOfWeek).toBeLessThan(6)
      const days = day.until(end).days
      expect(days >= 14 && days <= 20, day.toString()).toBe(true)
      expect(Temporal.PlainDate.compare(end, lastOf(day.add({ days: 1 })))).toBeLessThanOrEqual(0)
    }),
  )
})

test('R11.08 its end is midnight in Slovakia, also over the change to summer time', () => {
  expect(endOfWithdrawal(Temporal.Instant.from('2026-11-20T22:59:59Z')).toString()).toBe(
    '2026-12-04T23:00:00Z',
  )
  expect(endOfWithdrawal(Temporal.Instant.from('2026-11-20T23:00:00Z')).toString()).toBe(
    '2026-12-07T23:00:00Z',
  )
  expect(endOfWithdrawal(Temporal.Instant.from('2027-03-16T09:00:00Z')).toString()).toBe(
    '2027-03-30T22:00:00Z',
  )
})
