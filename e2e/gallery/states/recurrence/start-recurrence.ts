import { refuses, screen } from '../../state.ts'
import {
  api,
  barred,
  byTransfer,
  ended,
  lists,
  money,
  off,
  promise,
  reader,
  reads,
  stopped,
  subscription,
} from './examples.ts'

const start = '/predplatne/zapnut-obnovovanie?predplatne=1'

const paidAhead = lists(
  subscription(
    stopped({
      if_turned_on: {
        at: '2043-03-12T18:42:00Z',
        price: money(11_990),
        type: { code: 'premium_plus_1y', name: 'Prémium bez reklamy' },
        after: 2,
      },
    }),
  ),
  {
    ...subscription(stopped({ state: 'unavailable', reason: 'not_recurrent', if_turned_on: null })),
    id: 2,
    state: 'future',
    type: { code: 'premium_plus_1y', name: 'Prémium bez reklamy' },
    period: { from: '2042-03-14T18:42:00Z', to: '2043-03-14T18:42:00Z' },
  },
)

/** The renewal turned on again. */
export const startStates = screen('zapnut-obnovovanie', [
  { name: 'off', path: start, reader, provoked: [off], inEveryLook: true },
  { name: 'is-on-already', path: start, reader, provoked: [reads()] },
  { name: 'paid-ahead', path: start, reader, provoked: [paidAhead], inEveryLook: true },
  {
    name: 'payment-at-once',
    path: start,
    reader,
    provoked: [reads(stopped({ if_turned_on: { ...promise, at: '2020-01-01T00:00:00Z' } }))],
  },
  { name: 'ended', path: start, reader, provoked: [ended] },
  { name: 'paid-by-transfer', path: start, reader, provoked: [byTransfer] },
  {
    name: 'stopped-after-failures',
    path: start,
    reader,
    provoked: [reads({ state: 'off', reason: 'stopped_after_failures', next_payment: null })],
  },
  { name: 'barred', path: start, reader, provoked: [barred] },
  {
    name: 'refused',
    path: start,
    reader,
    provoked: [off, refuses(`${api}/subscriptions/1/recurrence`, 'PUT', 422, 'recurrence_not_recurrent')],
    act: page => page.getByRole('button', { name: 'Zapnúť obnovovanie' }).click(),
  },
])
