import { afterEach, expect, test, vi } from 'vitest'
import { keepDraft, keptDraft } from './order-draft.ts'
import { emptyOrder } from './order-values.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['today', '2026-12-01', '2026-12-01'],
  ['yesterday, as a draft that is kept over midnight', '2026-11-30', '2026-12-01'],
  ['later', '2026-12-24', '2026-12-24'],
])('R9.02 a gift whose draft is for %s is offered for a day that is taken', (_what, kept, offered) => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  const draft = { productCode: 'gift_premium_1y', userId: '7' }
  const empty = emptyOrder('2026-12-01')
  keepDraft(draft, { ...empty, 'gift.date': kept, 'gift.name': 'Peter' })
  expect(keptDraft(draft, empty)).toMatchObject({ 'gift.date': offered, 'gift.name': 'Peter' })
})
