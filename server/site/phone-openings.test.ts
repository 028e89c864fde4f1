import { expect, test } from 'vitest'
import { phoneOpenings } from './phone-openings.ts'

const hours = { firstDay: 1, lastDay: 5, fromMinute: 8 * 60, toMinute: 16 * 60 }
const first = (now: string) => phoneOpenings(hours, Temporal.Instant.from(now))[0]

test.each([
  ['before the hours of a Wednesday in winter', '2026-11-25T06:00:00Z', '2026-11-25T07:00:00Z'],
  ['within them', '2026-11-25T14:59:59Z', '2026-11-25T07:00:00Z'],
  ['at their end', '2026-11-25T15:00:00Z', '2026-11-26T07:00:00Z'],
  ['on a Friday evening', '2026-11-27T20:00:00Z', '2026-11-30T07:00:00Z'],
  ['before summer time begins on a Sunday', '2026-03-27T18:00:00Z', '2026-03-30T06:00:00Z'],
  ['on Good Friday', '2026-04-03T08:00:00Z', '2026-04-07T06:00:00Z'],
  ['on Christmas Eve', '2026-12-24T08:00:00Z', '2026-12-28T07:00:00Z'],
])('R13.15 the telephone %s', (_when, now, from) => {
  expect(first(now)?.from).toBe(from)
})

test('R13.15 the next three are told, each with its end', () => {
  expect(phoneOpenings(hours, Temporal.Instant.from('2026-11-25T10:00:00Z'))).toEqual([
    { from: '2026-11-25T07:00:00Z', to: '2026-11-25T15:00:00Z' },
    { from: '2026-11-26T07:00:00Z', to: '2026-11-26T15:00:00Z' },
    { from: '2026-11-27T07:00:00Z', to: '2026-11-27T15:00:00Z' },
  ])
})
