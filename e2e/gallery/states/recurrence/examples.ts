import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { exampleSubscription } from '#contract/testing/subscription-example.ts'
import type { Money } from '#contract/wire.ts'
import { answers } from '../../state.ts'

export const api = '**/users/*'
export const reader = 'premium-card'

export const money = (amount: number): Money => ({ amount, currency: 'EUR' })
export type Recurrence = Partial<Subscription['recurrence']>

/** An example subscription, as the server returns it. */
export const subscription = (recurrence: Recurrence = {}) =>
  exampleSubscription({
    price: money(8990),
    period: { from: '2041-03-14T18:42:00Z', to: '2042-03-14T18:42:00Z' },
    recurrence: {
      can_stop_until: '2042-03-10T18:42:00Z',
      next_payment: {
        at: '2042-03-12T18:42:00Z',
        price: money(8990),
        price_change: null,
        failed_attempts: 0,
        failure: null,
      },
      ...recurrence,
    },
    payment: { card: { brand: 'Visa', last4: '4242', valid_until: '2043-04-30' } },
  })

/** A reader's subscriptions, as the server lists them. */
export const lists = (...items: readonly object[]) =>
  answers(`${api}/subscriptions`, { items, awaited_transfer: null, concerns: [] })

export const reads = (recurrence: Recurrence = {}) => lists(subscription(recurrence))
export const promise = {
  at: '2042-03-12T18:42:00Z',
  price: money(8990),
  type: { code: 'premium_1y', name: 'Prémium' },
  after: 1,
}
export const stopped = (more: Recurrence = {}): Recurrence => ({
  state: 'off',
  reason: 'stopped_by_reader',
  next_payment: null,
  if_turned_on: promise,
  ...more,
})
export const off = reads(stopped())
export const barred = reads(stopped({ barred: true, if_turned_on: null }))

/** A subscription that is over, or was not paid by card. */
const other = (changes: Partial<Subscription>, reason: Subscription['recurrence']['reason']) =>
  lists({ ...subscription(stopped({ state: 'unavailable', reason, if_turned_on: null })), ...changes })
export const ended = other(
  { state: 'inactive', period: { from: '2025-03-08T18:42:00Z', to: '2026-03-08T18:42:00Z' } },
  'stopped_by_reader',
)
export const byTransfer = other({ payment: null }, 'not_recurrent')
