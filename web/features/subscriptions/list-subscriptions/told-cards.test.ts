import { expect, test } from 'vitest'
import { exampleSubscription } from '#contract/testing/subscription-example.ts'
import { goesOn } from './describe-renewal.ts'
import { noticeRows } from './notice-rows.ts'

const card = { brand: 'Visa', last4: '4242', valid_until: '2028-08-31' }

test('R11.03 a pause that follows given days is shown as any other', () => {
  const recurrence = { paused_until: '2027-05-14T18:42:00Z', card }
  expect(goesOn(exampleSubscription({ state: 'inactive', payment: null, recurrence }))).toBe(true)
})

test('R9.05 in the last 48 hours a price notice offers no turning off, and no day that is over', () => {
  const base = exampleSubscription()
  const next = base.recurrence.next_payment
  const money = (amount: number) => ({ amount, currency: 'EUR' as const })
  const family = exampleSubscription({
    audience: 'family',
    recurrence: {
      acts: ['change_card'],
      next_payment: next && {
        ...next,
        price_change: { at: next.at, price: money(9490), former_price: money(8990) },
      },
    },
  })
  const row = noticeRows['price_changes']?.({
    mode: undefined,
    items: [family],
    awaited_transfer: null,
    concerns: [],
    nowMs: Date.parse('2027-03-11T10:00:00Z'),
    path: '/faq',
  })
  expect(row?.act).toBeUndefined()
  expect(row?.text.id).toBe('subscriptions.notice.price_text')
})
