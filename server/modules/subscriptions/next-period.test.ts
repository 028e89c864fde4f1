import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextPeriod, renewedPeriod } from './next-period.ts'

const zone = 'Europe/Bratislava'
const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(zone).toInstant()
const local = (instant: Temporal.Instant) => instant.toZonedDateTimeISO(zone).toPlainDateTime().toString()

/** The ends of so many periods, each joining the one before. */
function chain(from: string, length: string, count: number): string[] {
  const anchor = at(from)
  const ends: string[] = []
  let startsAt = anchor
  for (let index = 0; index < count; index++) {
    const period = nextPeriod(anchor, startsAt, length)
    expect(period.startsAt).toEqual(startsAt)
    ends.push(local(period.endsAt))
    startsAt = period.endsAt
  }
  return ends
}

test('a year from 29 February ends on the 28th, and in the fourth year on the 29th again', () => {
  expect(chain('2028-02-29T10:00', 'P1Y', 5)).toEqual([
    '2029-02-28T10:00:00',
    '2030-02-28T10:00:00',
    '2031-02-28T10:00:00',
    '2032-02-29T10:00:00',
    '2033-02-28T10:00:00',
  ])
})

test('months from the last day of a month stay at the last day', () => {
  expect(chain('2027-01-31T08:00', 'P1M', 4)).toEqual([
    '2027-02-28T08:00:00',
    '2027-03-31T08:00:00',
    '2027-04-30T08:00:00',
    '2027-05-31T08:00:00',
  ])
})

test('four weeks keep the time of day over both changes of summer time', () => {
  const ends = chain('2026-03-01T19:42', 'P4W', 13)
  expect(new Set(ends.map(end => end.slice(11)))).toEqual(new Set(['19:42:00']))
  expect(ends[12]).toBe('2027-02-28T19:42:00')
})

test('an hour that summer time (DST) skips once is back a year later', () => {
  // On 29 March 2026 there is no 02:30.
  expect(chain('2025-03-29T02:30', 'P1Y', 2)).toEqual(['2026-03-29T03:30:00', '2027-03-29T02:30:00'])
})

test('a period that does not fit the chain’s anchor begins a chain of its own', () => {
  const startsAt = at('2027-06-15T12:00')
  for (const anchor of [null, at('2026-01-01T00:00')]) {
    expect(nextPeriod(anchor, startsAt, 'P1Y')).toEqual({
      startsAt,
      endsAt: at('2028-06-15T12:00'),
      anchorAt: startsAt,
    })
  }
})

test('from any moment, for any length, each period ends later than it begins and lies on the chain', () => {
  const moment = fc.integer({ min: 1_600_000_000, max: 2_500_000_000 })
  const length = fc.constantFrom('P1Y', 'P4W', 'P1M', 'P1W', 'P6M')
  fc.assert(
    fc.property(moment, length, fc.integer({ min: 2, max: 30 }), (second, length, count) => {
      const anchor = Temporal.Instant.fromEpochMilliseconds(second * 1000)
      let startsAt = anchor
      for (let index = 0; index < count; index++) {
        const period = nextPeriod(anchor, startsAt, length)
        expect(Temporal.Instant.compare(period.startsAt, period.endsAt)).toBe(-1)
        expect(period.anchorAt).toEqual(anchor)
        startsAt = period.endsAt
      }
    }),
  )
})

test('R11.10 a renewal joins what is paid for, or begins when it is paid: it is never over, never overlaps, and is counted on from there', () => {
  const day = 24 * 3600 * 1000
  const begin = Temporal.Instant.from('2026-01-01T00:00:00Z')
  const instant = (most: number) =>
    fc.integer({ min: 0, max: most }).map(ms => begin.add({ milliseconds: ms }))
  fc.assert(
    fc.property(
      instant(3 * 365 * day),
      fc.constantFrom('P1M', 'P4W', 'P1Y'),
      fc.array(fc.integer({ min: -2 * day, max: 400 * day }), { minLength: 1, maxLength: 24 }),
      (anchor, length, delays) => {
        let before = nextPeriod(anchor, anchor, length)
        for (const delay of delays) {
          const paidAt = before.endsAt.add({ milliseconds: delay })
          const period = renewedPeriod(before, paidAt, length)
          const isLate = delay > 3600 * 1000
          const expected = isLate ? paidAt : before.endsAt
          expect(period.startsAt).toEqual(expected)
          expect(Temporal.Instant.compare(period.endsAt, paidAt)).toBe(1)
          expect(period.anchorAt).toEqual(isLate ? paidAt : before.anchorAt)
          before = period
        }
      },
    ),
  )
})
