import { expect, test } from 'vitest'
import type { RenewalAct } from '#contract/subscriptions/subscriptions.ts'
import { actsOf } from './renewal-acts.ts'

const now = Temporal.Instant.from('2027-03-01T10:00:00Z')
const chargeAt = now.add({ hours: 24 * 10 })
type On = Parameters<typeof actsOf>[0]
const renewal = {
  state: 'active',
  cardId: 1,
  chargeAt,
  paymentId: null,
  pausedUntil: null,
  failedAttempts: 0,
  plannedChange: null,
} as On['renewal']
const product = { audience: 'person', renewsInto: 'it' } as On['product'] & On['nextProduct']
const planned = { productCode: 'other', priceCents: 1, beginsAt: '', former: null }

test.each<
  [string, Partial<On['renewal']>, Partial<Omit<On, 'renewal'>> & { pausesAYear?: number }, RenewalAct[]]
>([
  ['of one person, by card', {}, {}, ['change', 'change_card', 'pause', 'turn_off']],
  ['billed by a phone company', { cardId: null }, {}, ['turn_off']],
  [
    'of a family',
    {},
    { product: { ...product, audience: 'family' }, nextProduct: { ...product, audience: 'family' } },
    ['change_card', 'turn_off'],
  ],
  [
    'behind a gift',
    {},
    { product: { ...product, audience: 'gift' } },
    ['change', 'change_card', 'pause', 'turn_off'],
  ],
  ['after which more is paid for', {}, { isPaidAfter: true }, ['change', 'change_card', 'turn_off']],
  [
    'with a planned change',
    { plannedChange: planned },
    {},
    ['undo_change', 'change', 'change_card', 'pause', 'turn_off'],
  ],
  ['paused', { pausedUntil: chargeAt }, {}, ['resume', 'change_card', 'turn_off']],
  [
    'paused once and resumed',
    { pausedUntil: chargeAt.add({ hours: 1 }) },
    {},
    ['change', 'change_card', 'turn_off'],
  ],
  ['where nothing is ever paused', {}, { pausesAYear: 0 }, ['change', 'change_card', 'turn_off']],
  ['in its last 48 hours', { chargeAt: now.add({ hours: 47 }) }, {}, ['change', 'change_card']],
  ['between two attempts', { failedAttempts: 1 }, {}, ['change', 'change_card', 'turn_off']],
  ['amid an attempt', { failedAttempts: 1, paymentId: 7 }, {}, ['change', 'change_card']],
])(
  'R1.02 R11.02 R11.03 a renewal %s lets its reader do what would not be refused',
  (_what, changed, given, acts) => {
    const { pausesAYear = 1, ...on } = given
    const whole = {
      renewal: { ...renewal, ...changed },
      product,
      nextProduct: product,
      isPaidAfter: false,
      isOver: false,
      ...on,
    }
    expect(actsOf(whole, { now, pausesAYear })).toEqual(acts)
  },
)
