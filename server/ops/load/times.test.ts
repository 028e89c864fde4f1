import { expect, test } from 'vitest'
import { CalendarLength, FileMonth, FileTime } from './times.ts'

const now = Temporal.Instant.from('2026-11-21T06:34:10Z')
const at = (text: string) => FileTime.parse(text).at(now).toString()

test('a length counts days of the calendar in Bratislava and takes the time that follows it', () => {
  expect(at('-P8M14D 09:30')).toBe('2026-03-07T08:30:00Z')
  expect(at('P3M')).toBe('2027-02-20T23:00:00Z')
  expect(at('P0D')).toBe('2026-11-20T23:00:00Z')
})

test('the same time of day is kept over the change to summer time', () => {
  expect(at('-P5M 09:30')).toBe('2026-06-21T07:30:00Z')
  expect(at('-P1M 09:30')).toBe('2026-10-21T07:30:00Z')
  expect(at('-P26D 09:30')).toBe('2026-10-26T08:30:00Z')
})

test.each([
  ['2026-03-29 01:30', '2026-03-29T00:30:00Z'],
  ['2026-03-29 02:30', '2026-03-29T01:30:00Z'],
  ['2026-03-29 12:00', '2026-03-29T10:00:00Z'],
  ['2026-10-25 01:30', '2026-10-24T23:30:00Z'],
  ['2026-10-25 12:00', '2026-10-25T11:00:00Z'],
  ['2026-10-26 12:00', '2026-10-26T11:00:00Z'],
])('%s, on or after a day on which the clocks change, is %s, the second time too', (text, instant) => {
  expect([at(text), at(text)]).toEqual([instant, instant])
})

test('a length with hours or minutes counts from the very moment of loading', () => {
  expect(at('-PT35M')).toBe('2026-11-21T05:59:10Z')
  expect(at('-P1DT1H')).toBe('2026-11-20T05:34:10Z')
})

test('a given day, time or instant is taken as it stands', () => {
  expect(at('2026-03-14')).toBe('2026-03-13T23:00:00Z')
  expect(at('2026-07-14 09:30')).toBe('2026-07-14T07:30:00Z')
  expect(at('2026-03-14T09:30:00+01:00')).toBe('2026-03-14T08:30:00Z')
  expect(FileTime.parse('2026-03-14').isRelative).toBe(false)
  expect(FileTime.parse('-P1D').isRelative).toBe(true)
})

test.each([
  '',
  'yesterday',
  '2026-02-30',
  '14.3.2026',
  '-P1D 25:00',
  '-PT1H 09:30',
  '2026-03-14 9',
  'P',
  '-P1D  09:30',
])('"%s" is refused as a time', text => {
  expect(FileTime.safeParse(text).success).toBe(false)
})

test('the month of a card ends on its last day', () => {
  const lastDay = (text: string) => FileMonth.parse(text).lastDayAt(now)
  expect(lastDay('2028-02')).toBe('2028-02-29')
  expect(lastDay('P0M')).toBe('2026-11-30')
  expect(lastDay('P1Y9M')).toBe('2028-08-31')
  expect(FileMonth.safeParse('2028-13').success).toBe(false)
})

test.each(['P0D', '-P1Y', 'PT4H', 'one year', ''])('"%s" is refused as a length of a product', text => {
  expect(CalendarLength.safeParse(text).success).toBe(false)
})
