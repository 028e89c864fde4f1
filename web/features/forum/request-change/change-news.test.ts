import { expect, test } from 'vitest'
import type { ForumChange } from '#contract/forum/forum.ts'
import { isNews } from './change-news.ts'

const now = Date.parse('2027-03-14T12:00:00Z')
const change = (state: ForumChange['state'], decidedAt: string | null): ForumChange => ({
  id: 7,
  value: 'jana_k',
  state,
  requested_at: '2027-01-01T00:00:00Z',
  decided_at: decidedAt,
  reason: null,
})
const fresh = '2027-03-13T12:00:00Z'
const old = '2027-01-02T12:00:00Z'

test.each([
  ['a wish that waits is no news', change('requested', null), undefined, false],
  ['a decision is told where the wish was waiting', change('approved', old), '7:requested', true],
  ['… and where nothing is remembered, as long as it is fresh', change('declined', fresh), undefined, true],
  ['… but not when it is old', change('declined', old), undefined, false],
  ['news that was shown once is not shown again', change('approved', fresh), '7:approved', false],
  ['another wish’s mark does not count', change('approved', fresh), '6:approved', true],
  ['nonsense in the storage does no harm', change('declined', fresh), '{"x":', true],
] as const)('R4.11 R3.12 %s', (_what, given, remembered, expected) => {
  expect(isNews(given, remembered, now)).toBe(expected)
})
