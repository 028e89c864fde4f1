import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { recurringProfiles } from '../tables.ts'
import { pauseEnd, pauseObstacle, pauseReminder } from './pause-rules.ts'

const zone = 'Europe/Bratislava'
const at = (local: string) => Temporal.ZonedDateTime.from(`${local}[${zone}]`).toInstant()
const local = (instant: Temporal.Instant) =>
  instant.toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'minute' })

test.each([
  // An ordinary day; month ends, of a leap year too; over the change of summer time, both ways.
  ['2027-03-08T10:30', 1, '2027-04-08T10:30', '2027-04-01T10:30'],
  ['2027-03-08T10:30', 2, '2027-05-08T10:30', '2027-05-01T10:30'],
  ['2027-12-15T23:59', 3, '2028-03-15T23:59', '2028-03-08T23:59'],
  ['2027-01-31T00:00', 1, '2027-02-28T00:00', '2027-02-21T00:00'],
  ['2028-01-31T00:00', 1, '2028-02-29T00:00', '2028-02-22T00:00'],
  ['2027-08-31T12:00', 3, '2027-11-30T12:00', '2027-11-23T12:00'],
  ['2028-02-29T08:00', 3, '2028-05-29T08:00', '2028-05-22T08:00'],
  ['2027-02-28T02:30', 1, '2027-03-28T03:30', '2027-03-21T03:30'],
  ['2027-09-30T02:30', 1, '2027-10-30T02:30', '2027-10-23T02:30'],
] as const)(
  'R11.03 what is paid until %s and paused for %i months goes on on %s',
  (from, months, until, told) => {
    expect(local(pauseEnd(at(from), months))).toBe(until)
    expect(local(pauseReminder(pauseEnd(at(from), months)))).toBe(told)
  },
)

test('R11.03 a pause from any moment lasts whole months of the calendar, at the same hour, and is told a week before', () => {
  const moment = fc
    .integer({ min: Date.UTC(2026, 0), max: Date.UTC(2040, 0) })
    .map(ms => Temporal.Instant.fromEpochMilliseconds(ms))
  fc.assert(
    fc.property(moment, fc.constantFrom(1, 2, 3), (from, months) => {
      const [begins, ends] = [from, pauseEnd(from, months)].map(each => each.toZonedDateTimeISO(zone))
      if (!begins || !ends) return
      const elapsed = (ends.year - begins.year) * 12 + ends.month - begins.month
      expect(elapsed).toBe(months)
      expect([begins.day, ends.daysInMonth]).toContain(ends.day)
      expect(ends.day).toBeLessThanOrEqual(begins.day)
      // Only an hour that summer time skips is another one.
      const skipped = !ends.toPlainTime().equals(begins.toPlainTime())
      if (skipped) expect([ends.month, ends.hour]).toEqual([3, 3])
      const told = pauseReminder(ends.toInstant())
      expect(Temporal.Instant.compare(from, told)).toBeLessThan(0)
      expect(told.until(ends.toInstant()).total('hours')).toBeCloseTo(168, -1)
    }),
    { numRuns: 500 },
  )
})

const now = at('2027-03-01T10:00')
const renewal = {
  state: 'active',
  cardId: 1,
  pausedUntil: null,
  paymentId: null,
  failedAttempts: 0,
} as typeof recurringProfiles.$inferSelect

test.each([
  ['by card, in time', {}, {}, 'person', null],
  ['turned off', { state: 'user_stop' }, {}, 'person', 'pause_not_possible'],
  ['billed by others', { cardId: null }, {}, 'person', 'pause_not_possible'],
  ['of a family', {}, {}, 'family', 'pause_not_possible'],
  ['of a company', {}, {}, 'company', 'pause_not_possible'],
  ['paused already', { pausedUntil: now }, {}, 'person', 'pause_not_possible'],
  ['after which a period is paid already', {}, { isPaidAfter: true }, 'person', 'pause_not_possible'],
  ['where the publisher allows none', {}, { allowed: 0 }, 'person', 'pause_not_possible'],
  ['in the last moment', {}, { stopUntil: now }, 'person', null],
  ['after it', {}, { stopUntil: now.subtract({ milliseconds: 1 }) }, 'person', 'pause_too_late'],
  ['that is being charged', { paymentId: 7 }, {}, 'person', 'pause_too_late'],
  ['whose payment failed', { failedAttempts: 1 }, {}, 'person', 'pause_too_late'],
  ['paused once this year', {}, { begun: 1 }, 'person', 'pause_used_up'],
  ['paused once of two', {}, { begun: 1, allowed: 2 }, 'person', null],
] as const)('R11.03 a renewal %s', (_what, changed, given, audience, obstacle) => {
  const row = { renewal: { ...renewal, ...changed }, nextProduct: { audience, renewsInto: 'it' } }
  const stopUntil = now.add({ hours: 1 })
  expect(pauseObstacle(row, { now, stopUntil, isPaidAfter: false, begun: 0, allowed: 1, ...given })).toBe(
    obstacle,
  )
})
