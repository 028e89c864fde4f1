import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pauseDays } from './pause-days.ts'

test('R13.09 the days of a pause are those of the server’s calendar', () => {
  const anyDay = fc.date({ min: new Date('2026-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(anyDay, date => {
      const today = Temporal.PlainDate.from(date.toISOString().slice(0, 10))
      expect(pauseDays(today.toString())).toEqual({
        first: today.add({ days: 1 }).toString(),
        two_weeks: today.add({ weeks: 2 }).toString(),
        month: today.add({ months: 1 }).toString(),
        three_months: today.add({ months: 3 }).toString(),
        last: today.add({ months: 6 }).toString(),
      })
    }),
  )
  expect(pauseDays('2027-01-31').month).toBe('2027-02-28')
})
