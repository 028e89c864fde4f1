import messages from 'virtual:catalogue/sk/rest'
import { beforeEach, expect, test } from 'vitest'
import { formatDate } from '#web/lib/texts/format.ts'
import { activate } from '#web/lib/texts/i18n.ts'
import { graceEnd } from './grace-end.ts'

beforeEach(() => activate('sk', messages))

test.each([
  ['before summer time begins, late in the evening', '2027-03-10T22:30:00Z', '9. apríla 2027'],
  ['before it ends, after midnight', '2026-10-09T22:15:00Z', '9. novembra 2026'],
  ['at the end of January', '2027-01-31T11:00:00Z', '2. marca 2027'],
])('R8.07 the day of the deletion, asked for %s, is the day that the mail tells', (_when, now, day) => {
  expect(formatDate(graceEnd(Date.parse(now))).replaceAll('\u00a0', ' ')).toBe(day)
})
