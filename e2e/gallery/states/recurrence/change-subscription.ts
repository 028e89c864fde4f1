import type { Page } from '@playwright/test'
import { moreOptions } from '../../../fixtures.ts'
import { askToBeginAtOnce } from '../../../orders/shop-screen.ts'
import { answers, fails, type Provoked, refuses, screen, waits } from '../../state.ts'
import { api, money, off, type Recurrence, reader, reads } from './examples.ts'

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
  invoice_abroad: false,
}
const chargedAt = (price: number) => ({ at: '2042-03-12T18:42:00Z', price: money(price) })
const changesOf = (obstacle: string | null = null, { isLong = false, isAbroad = false } = {}) =>
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
              invoice_abroad: isAbroad,
            },
            {
              ...atEnd,
              ...plan('premium_print_1y', 'Prémium s\u00a0tlačeným denníkom', 24_900, 6),
              code: 'print',
              gained: ['print'],
              next_payment: chargedAt(24_900),
            },
            {
              ...atEnd,
              ...plan('sportnet_1y', 'Sportnet', 2990, 3),
              code: 'sportnet',
              lost: ['web', 'dennik', 'eknihy'],
              gained: ['sportnet'],
              next_payment: chargedAt(2990),
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
  next_length: 'P1Y',
  next_payment: { ...chargedAt(5990), price_change: null, failed_attempts: 0, failure: null },
}

const dearer = (...answered: Provoked[]) => ({
  path: `${changePlan}&na=premium_plus_1y`,
  reader,
  provoked: [reads(), changesOf(), ...answered],
})
const pay = (page: Page) => page.getByRole('button', { name: /^Zaplatiť/ }).click()

/** The change of what a reader pays for. */
export const changeStates = screen('zmenit', [
  { name: 'choosing', path: changePlan, reader, provoked: [reads(), changesOf()], inEveryLook: true },
  { name: 'long', path: changePlan, reader, provoked: [reads(), changesOf(null, { isLong: true })] },
  { name: 'planned', path: changePlan, reader, provoked: [reads(planned), changesOf()] },
  {
    name: 'cheaper',
    path: `${changePlan}&na=standard_1y`,
    reader,
    provoked: [reads(), changesOf()],
    inEveryLook: true,
  },
  { ...dearer(), name: 'dearer', inEveryLook: true },
  { ...dearer(changesOf(null, { isAbroad: true })), name: 'dearer-abroad' },
  { name: 'loading', path: changePlan, reader, loading: true, provoked: [reads(), waits(changesCall)] },
  { name: 'failed', path: changePlan, reader, provoked: [reads(), fails(changesCall)] },
  ...['change_stopped', 'change_not_by_card', 'change_not_for_one', 'change_paused'].map(key => ({
    name: key.replaceAll('_', '-'),
    path: changePlan,
    reader,
    provoked: [reads(), changesOf(key)],
  })),
  { name: 'not-renewing', path: changePlan, reader, provoked: [off, changesOf('change_not_renewing')] },
  ...['card_declined', 'offer_changed', { key: 'order_terms_changed', field: 'agreed.terms_version' }].map(
    refusal => ({
      ...dearer(refuses(`${changesCall}/*`, 'POST', 422, refusal)),
      name: typeof refusal === 'string' ? refusal.replaceAll('_', '-') : 'terms-changed',
      act: async (page: Page) => {
        await askToBeginAtOnce(page)
        await pay(page)
      },
    }),
  ),
  ...(['processing', 'failed'] as const).map(state => ({
    name: state === 'processing' ? 'in-payment' : 'unpaid',
    path: changePlan,
    reader,
    provoked: [
      reads({ change_in_payment: { code: 'premium_plus_1y', name: 'Prémium bez reklamy' } }),
      changesOf(),
      answers(`${api}/subscriptions/1/change-payment`, {
        state,
        type: { code: 'premium_plus_1y', name: 'Prémium bez reklamy' },
        price: money(871),
        decline: state === 'failed' ? 'insufficient_funds' : null,
      }),
    ],
    inEveryLook: true,
  })),
  { ...dearer(), name: 'not-asked-for', act: pay },
  { ...dearer(fails('**/order-terms')), name: 'terms-failed' },
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
])
