import type { Page } from '@playwright/test'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { exampleSubscription } from '#contract/testing/subscription-example.ts'
import type { Money } from '#contract/wire.ts'
import { moreOptions } from '../../fixtures.ts'
import { answers, fails, refuses, type State, screen, waits } from '../state.ts'

const api = '**/users/*'
const stop = '/predplatne/vypnut-obnovovanie?predplatne=1'
const start = '/predplatne/zapnut-obnovovanie?predplatne=1'
const card = '/predplatne/zmenit-kartu?predplatne=1'

const money = (amount: number): Money => ({ amount, currency: 'EUR' })
type Recurrence = Partial<Subscription['recurrence']>

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

const reads = (recurrence: Recurrence = {}) =>
  answers(`${api}/subscriptions`, { items: [subscription(recurrence)], awaited_transfer: null, concerns: [] })
const promise = {
  at: '2042-03-12T18:42:00Z',
  price: money(8990),
  type: { code: 'premium_1y', name: 'Prémium' },
  after: 1,
}
const stopped = (more: Recurrence = {}): Recurrence => ({
  state: 'off',
  reason: 'stopped_by_reader',
  next_payment: null,
  if_turned_on: promise,
  ...more,
})
const off = reads(stopped())

/** A subscription that is over, or was not paid by card. */
const other = (changes: Partial<Subscription>, reason: Subscription['recurrence']['reason']) =>
  answers(`${api}/subscriptions`, {
    awaited_transfer: null,
    concerns: [],
    items: [{ ...subscription(stopped({ state: 'unavailable', reason, if_turned_on: null })), ...changes }],
  })
const ended = other(
  { state: 'inactive', period: { from: '2025-03-08T18:42:00Z', to: '2026-03-08T18:42:00Z' } },
  'stopped_by_reader',
)
const byTransfer = other({ payment: null }, 'not_recurrent')
const paidAhead = answers(`${api}/subscriptions`, {
  awaited_transfer: null,
  concerns: [],
  items: [
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
  ],
})
const reader = 'premium-card'

const step = (name: string, more: Partial<State> = {}) => ({
  name,
  path: `${stop}&krok=${name}`,
  reader,
  provoked: [reads(), answers(`${api}/subscriptions/1/offers`, { items: [] }), pauses()],
  ...more,
})

const change = (state: string, more: object = {}) => ({
  name: state,
  path: `${card}&card_change=1`,
  reader,
  provoked: [
    reads(),
    answers(`${api}/payment-cards/changes/1`, {
      id: 1,
      subscription_id: 1,
      state,
      redirect_url: state === 'waiting' ? 'https://platby.example/1' : undefined,
      verification: { price: money(100), refunded: state === 'refunded' },
      decline: state === 'declined' ? 'card_declined' : null,
      overdue_renewal: null,
      ...more,
    }),
  ],
})

const confirm = '/predplatne/potvrdit-platbu?predplatne=1'
const confirmCall = `${api}/subscriptions/1/payment-confirmation`
const confirming = (state: string) => answers(confirmCall, { state, price: money(8990) })
const pause = '/predplatne/pozastavit?predplatne=1'
const pauseCall = `${api}/subscriptions/1/pause`
const pauses = (obstacle: string | null = null) =>
  answers(pauseCall, {
    obstacle,
    from: '2042-03-14T18:42:00Z',
    items: (obstacle === null ? [1, 2, 3] : []).map(months => ({
      months,
      until: `2042-0${3 + months}-14T17:42:00Z`,
      price: money(8990),
      reminder_at: `2042-0${3 + months}-07T17:42:00Z`,
    })),
  })
const pausedUntil = '2042-05-14T17:42:00Z'
const paused = {
  paused_until: pausedUntil,
  can_stop_until: '2042-05-12T17:42:00Z',
  next_payment: {
    at: pausedUntil,
    price: money(8990),
    price_change: null,
    failed_attempts: 0,
    failure: null,
  },
}
const past = { from: '2025-09-14T18:42:00Z', to: '2026-09-14T17:42:00Z' }
const runningPause = answers(`${api}/subscriptions`, {
  awaited_transfer: null,
  concerns: [],
  items: [{ ...subscription(paused), state: 'inactive', period: past }],
})

const changePlan = '/predplatne/zmenit?predplatne=1'
const changesCall = `${api}/subscriptions/1/changes`
const plan = (code: string, name: string, amount: number, device_limit: number, length = 'P1Y') => ({
  type: { code, name },
  price: money(amount),
  length,
  device_limit,
})
const atEnd = {
  kind: 'at_end',
  today: money(0),
  begins_at: '2042-03-14T18:42:00Z',
  lost: [],
  gained: [],
}
const chargedAt = (price: number) => ({ at: '2042-03-12T18:42:00Z', price: money(price) })
const changesOf = (obstacle: string | null = null, isLong = false) =>
  answers(changesCall, {
    obstacle,
    present: {
      ...plan('premium_1y', 'Prémium', 8990, 6),
      access: ['web', 'dennik', 'eknihy', 'device6'],
      paid_until: '2042-03-14T18:42:00Z',
    },
    card: obstacle === null ? { brand: 'Visa', last4: '4242', valid_until: '2043-04-30' } : null,
    items:
      obstacle === null
        ? [
            {
              ...atEnd,
              ...plan('advert_4w', 'Bez reklamy', 299, 3, 'P4W'),
              code: 'advert',
              lost: ['web', 'dennik', 'eknihy'],
              gained: ['no_advert', 'no_advert_web', 'no_advert_mobile'],
              next_payment: chargedAt(299),
            },
            {
              ...atEnd,
              ...plan(
                'standard_1y',
                isLong ? `Štandard ${'a najneobyčajnejšie '.repeat(4)}čítanie` : 'Štandard',
                5990,
                3,
              ),
              code: 'standard',
              lost: ['dennik', 'eknihy', 'blog'],
              next_payment: chargedAt(5990),
            },
            {
              ...plan('premium_plus_1y', 'Prémium bez reklamy', 11_990, 6),
              code: 'plus',
              kind: 'at_once',
              today: money(871),
              begins_at: '2042-01-08T18:42:00Z',
              lost: [],
              gained: ['no_advert', 'no_advert_web', 'no_advert_mobile'],
              next_payment: chargedAt(11_990),
            },
          ]
        : [],
  })
const planned: Recurrence = {
  planned_change: {
    type: { code: 'standard_1y', name: 'Štandard' },
    begins_at: '2042-03-14T18:42:00Z',
  },
  next_type: { code: 'standard_1y', name: 'Štandard' },
  next_payment: { ...chargedAt(5990), price_change: null, failed_attempts: 0, failure: null },
}

const turnOff = async (page: Page) => {
  await page.getByRole('textbox').fill('Čítam len športové správy a na viac nemám čas.')
  await page.getByRole('button', { name: 'Vypnúť obnovovanie' }).click()
}

/** The pages of the renewal and of its card. */
export const recurrenceStates = [
  ...screen('vypnut-obnovovanie', [
    step('potvrdenie', { inEveryLook: true }),
    {
      name: 'choosing',
      path: '/predplatne/vypnut-obnovovanie',
      reader,
      provoked: [
        answers(`${api}/subscriptions`, {
          awaited_transfer: null,
          concerns: [],
          items: [
            subscription(),
            {
              ...subscription({ subscription_id: 2 }),
              id: 2,
              type: { code: 'sportnet_1y', name: 'Sportnet' },
            },
          ],
        }),
      ],
    },
    { name: 'none', path: '/predplatne/vypnut-obnovovanie', reader: 'none' },
    {
      name: 'ponuka',
      path: '/predplatne',
      reader,
      act: async page => {
        await moreOptions(page).click()
        await page.getByRole('link', { name: 'Vypnúť obnovovanie' }).first().click()
        await page.getByRole('link', { name: 'Pokračovať' }).click()
        await page.getByRole('heading', { name: /^O\sčo po/ }).waitFor()
      },
    },
    step('dovody'),
    step('pomoc'),
    step('zrusenie'),
    step('odkaz', { inEveryLook: true }),
    {
      ...step('odkaz'),
      name: 'turning-off',
      provoked: [reads(), waits(`${api}/subscriptions/1/recurrence`, 'PUT')],
      act: turnOff,
    },
    {
      ...step('odkaz'),
      name: 'refused',
      provoked: [reads(), refuses(`${api}/subscriptions/1/recurrence`, 'PUT', 422, 'recurrence_too_late')],
      act: turnOff,
    },
    { name: 'done', path: `${stop}&krok=hotovo`, reader, provoked: [off] },
    { name: 'is-off-already', path: stop, reader, provoked: [off] },
    { name: 'ended', path: stop, reader, provoked: [ended] },
    { name: 'is-still-on', path: `${stop}&krok=hotovo`, reader, provoked: [reads()] },
    { name: 'too-late', path: stop, reader, provoked: [reads({ can_stop_until: '2020-01-01T00:00:00Z' })] },
    {
      name: 'unknown',
      path: stop,
      reader,
      provoked: [answers(`${api}/subscriptions`, { items: [], awaited_transfer: null, concerns: [] })],
    },
    { name: 'loading', path: stop, reader, loading: true, provoked: [waits(`${api}/subscriptions`)] },
    { name: 'failed', path: stop, reader, provoked: [fails(`${api}/subscriptions`)] },
    { ...step('dovody'), name: 'reasons-failed', provoked: [reads(), fails('**/surveys/*')] },
  ]),
  ...screen('pozastavit', [
    { name: 'choosing', path: pause, reader, provoked: [reads(), pauses()], inEveryLook: true },
    { name: 'loading', path: pause, reader, loading: true, provoked: [reads(), waits(pauseCall)] },
    { name: 'failed', path: pause, reader, provoked: [reads(), fails(pauseCall)] },
    { name: 'used-up', path: pause, reader, provoked: [reads(), pauses('pause_used_up')] },
    {
      name: 'refused',
      path: pause,
      reader,
      provoked: [reads(), pauses(), refuses(pauseCall, 'PUT', 422, 'pause_too_late')],
      act: page => page.getByRole('button', { name: /^Pozastaviť do/ }).click(),
    },
    { name: 'ahead', path: pause, reader, provoked: [reads(paused)] },
    { name: 'paused', path: pause, reader, provoked: [runningPause], inEveryLook: true },
    { name: 'none', path: '/predplatne/pozastavit', reader: 'none' },
    { name: 'first-screen', path: '/predplatne', reader, provoked: [reads(paused)] },
    { name: 'first-screen-paused', path: '/predplatne', reader, provoked: [runningPause] },
  ]),
  ...screen('zmenit', [
    { name: 'choosing', path: changePlan, reader, provoked: [reads(), changesOf()], inEveryLook: true },
    { name: 'long', path: changePlan, reader, provoked: [reads(), changesOf(null, true)] },
    { name: 'planned', path: changePlan, reader, provoked: [reads(planned), changesOf()] },
    {
      name: 'cheaper',
      path: `${changePlan}&na=standard_1y`,
      reader,
      provoked: [reads(), changesOf()],
      inEveryLook: true,
    },
    {
      name: 'dearer',
      path: `${changePlan}&na=premium_plus_1y`,
      reader,
      provoked: [reads(), changesOf()],
      inEveryLook: true,
    },
    { name: 'loading', path: changePlan, reader, loading: true, provoked: [reads(), waits(changesCall)] },
    { name: 'failed', path: changePlan, reader, provoked: [reads(), fails(changesCall)] },
    ...['change_stopped', 'change_not_by_card', 'change_not_for_one', 'change_paused'].map(key => ({
      name: key.replaceAll('_', '-'),
      path: changePlan,
      reader,
      provoked: [reads(), changesOf(key)],
    })),
    { name: 'not-renewing', path: changePlan, reader, provoked: [off, changesOf('change_not_renewing')] },
    {
      name: 'declined',
      path: `${changePlan}&na=premium_plus_1y`,
      reader,
      provoked: [reads(), changesOf(), refuses(`${changesCall}/*`, 'POST', 422, 'card_declined')],
      act: page => page.getByRole('button', { name: /^Zaplatiť/ }).click(),
    },
    {
      name: 'too-late',
      path: '/predplatne',
      reader,
      provoked: [reads(planned), refuses(changesCall, 'DELETE', 422, 'change_too_late')],
      act: page => page.getByRole('button', { name: 'Zrušiť zmenu' }).click(),
    },
    { name: 'none', path: '/predplatne/zmenit', reader: 'none' },
    { name: 'first-screen', path: '/predplatne', reader, provoked: [reads(planned)] },
    {
      name: 'first-screen-options',
      path: '/predplatne',
      reader,
      provoked: [reads()],
      act: page => moreOptions(page).click(),
    },
  ]),
  ...screen('potvrdit-platbu', [
    { name: 'needed', path: confirm, reader, provoked: [confirming('needed')], inEveryLook: true },
    { name: 'loading', path: confirm, reader, loading: true, provoked: [waits(confirmCall)] },
    { name: 'failed', path: confirm, reader, provoked: [fails(confirmCall)] },
    {
      name: 'gateway-away',
      path: confirm,
      reader,
      provoked: [confirming('needed'), refuses(confirmCall, 'POST', 503, 'payment_gateway_unavailable')],
      act: page => page.getByRole('main').getByRole('button').first().click(),
    },
    { name: 'left', path: `${confirm}&payment=left`, reader, provoked: [confirming('needed')] },
    { name: 'checked', path: `${confirm}&payment=done`, reader, provoked: [confirming('waiting')] },
    { name: 'paid', path: `${confirm}&payment=done`, reader, provoked: [confirming('paid')] },
    { name: 'none', path: confirm, reader, provoked: [confirming('none')] },
    {
      name: 'first-screen',
      path: '/predplatne',
      reader,
      provoked: [reads({ state: 'off', reason: 'awaits_confirmation', next_payment: null })],
      inEveryLook: true,
    },
  ]),
  ...screen('zapnut-obnovovanie', [
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
    {
      name: 'refused',
      path: start,
      reader,
      provoked: [off, refuses(`${api}/subscriptions/1/recurrence`, 'PUT', 422, 'recurrence_not_recurrent')],
      act: page => page.getByRole('button', { name: 'Zapnúť obnovovanie' }).click(),
    },
  ]),
  ...screen('zmenit-kartu', [
    { name: 'before', path: card, reader, provoked: [reads()], inEveryLook: true },
    {
      name: 'gateway-away',
      path: card,
      reader,
      provoked: [
        reads(),
        refuses(`${api}/payment-cards/changes`, 'POST', 503, 'payment_gateway_unavailable'),
      ],
      act: page => page.getByRole('main').getByRole('button').first().click(),
    },
    {
      name: 'going-to-gateway',
      path: card,
      reader,
      provoked: [reads(), waits(`${api}/payment-cards/changes`, 'POST')],
      act: page => page.getByRole('main').getByRole('button').first().click(),
    },
    ...['waiting', 'verified', 'refunded', 'declined', 'abandoned'].map(state => change(state)),
    { ...change('verified', { overdue_renewal: 'paid' }), name: 'overdue-paid' },
    {
      name: 'failed',
      path: `${card}&card_change=1`,
      reader,
      provoked: [fails(`${api}/payment-cards/changes/1`)],
    },
    { name: 'unknown', path: '/predplatne/zmenit-kartu?predplatne=999999', reader },
    { name: 'ended', path: card, reader, provoked: [ended] },
    { name: 'paid-by-transfer', path: card, reader, provoked: [byTransfer] },
  ]),
]
