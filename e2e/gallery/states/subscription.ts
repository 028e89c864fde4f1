import type { Page } from '@playwright/test'
import type { Concern, ConcernOf } from '#contract/subscriptions/concerns.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { alters, answers, fails, type Provoked, refuses, screen, waits } from '../state.ts'
import { barred } from './recurrence/examples.ts'

const path = '/predplatne'
const devices = '**/users/*/devices'
const payments = '**/users/*/payments?*'
const subscriptions = '**/users/*/subscriptions'

const of = (situation: string) => ({ name: situation, path, reader: situation })

type Items<Item> = { items: Item[] }

const gift = (id: number, state: string, more: object = {}) => ({
  id,
  email: `obdarovana${id}@example.com`,
  name: null,
  message: null,
  product: { code: 'gift_premium_1y', name: 'Darčekové Prémium' },
  date: '2026-12-24',
  state,
  sent_at: state === 'planned' ? null : '2026-11-02T08:00:00Z',
  activated_at: state === 'activated' ? '2026-11-05T08:00:00Z' : null,
  use_until: '2027-02-03T08:00:00Z',
  withdraw_until: state === 'cancelled' ? null : '2026-12-04',
  ...more,
})

async function removeDevice(page: Page, which: 'first' | 'last'): Promise<void> {
  const buttons = page.getByRole('button', { name: /^Odstrániť/ })
  await (which === 'first' ? buttons.first() : buttons.last()).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Odstrániť' }).click()
}

/** A transfer that is waited for. */
const awaits = (received: number): Provoked =>
  alters(subscriptions, (list: Items<Subscription>) => ({
    ...list,
    awaited_transfer: {
      order_id: 1,
      product_name: 'Prémium bez reklamy',
      price: { amount: 8990, currency: 'EUR' },
      received: { amount: received, currency: 'EUR' },
      expires_at: '2026-12-06T09:00:00Z',
    },
  }))

/** What the notice on top may have to say. */
const concerned = (...concerns: Concern[]): Provoked =>
  alters(subscriptions, (list: Items<Subscription>) => ({ ...list, concerns }))
const deviceConcern = (given: Partial<ConcernOf<'device'>>): Concern => ({
  kind: 'device',
  devices: 4,
  limit: 3,
  shut_out: [],
  is_this: false,
  ...given,
})
const longGift: Concern = {
  kind: 'offer',
  of: 'gift',
  from: 'Bartolomeja Nezábudková-Podhradská',
  product: 'Prémium bez reklamy',
  until: '2027-03-03T23:00:00Z',
  url: 'http://localhost/login/gift/ONE',
}

/** /predplatne */
export const subscriptionStates = screen('predplatne', [
  { ...of('premium-card'), inEveryLook: true },
  ...[
    'premium-no-ads',
    'standard-bank-transfer',
    'gift-waiting',
    'ended',
    'renewal-failed',
    'card-expiring',
    'company-admin',
    'employee',
    'family',
    'device-limit',
    'removal-limit',
    'sms-purchaser',
    'unconfirmed',
    'linked-accounts',
    'anonymisation-pending',
    'future-subscription',
    'none',
  ].map(of),
  ...[
    { name: 'transfer-awaited', reader: 'none', received: 0, inEveryLook: true },
    { name: 'transfer-too-much', reader: 'ended', received: 10_000 },
    { name: 'transfer-awaited-beside', reader: 'premium-card', received: 0 },
  ].map(({ received, ...state }) => ({
    ...state,
    path,
    provoked: [awaits(received)],
  })),
  // Its demo reader has sent a part.
  { name: 'transfer-too-little', path, reader: 'transfer-awaited' },
  { name: 'renewal-barred', path, reader: 'premium-card', provoked: [barred], inEveryLook: true },
  ...[
    {
      name: 'notice-device',
      concern: deviceConcern({ shut_out: ['Tablet'], is_this: true }),
      inEveryLook: true,
    },
    { name: 'notice-other-device', concern: deviceConcern({ shut_out: [`Safari, ${'iPhone '.repeat(8)}`] }) },
    { name: 'notice-other-devices', concern: deviceConcern({ devices: 5, shut_out: ['Tablet', 'iPhone'] }) },
    { name: 'notice-gift', concern: longGift, inEveryLook: true },
    {
      name: 'notice-access',
      concern: { ...longGift, of: 'company' as const, from: 'Kníhviazačstvo Pod Lipou, s. r. o.' },
    },
    { name: 'notice-anonymization', concern: { kind: 'anonymization', at: '2026-12-14T10:00:00Z' } as const },
    {
      name: 'notice-unconfirmed',
      concern: {
        kind: 'unconfirmed',
        email: `${'velmi-dlhe-meno'.repeat(3)}@example.com`,
        until: null,
      } as const,
    },
  ].map(({ concern, ...state }) => ({
    ...state,
    path,
    reader: 'premium-card',
    provoked: [concerned(concern)],
  })),
  { name: 'notice-elsewhere', path: '/faq', reader: 'premium-card', provoked: [concerned(longGift)] },
  { name: 'loading', path, reader: 'premium-card', loading: true, provoked: [waits(subscriptions)] },
  {
    name: 'blocks-loading',
    path,
    reader: 'premium-card',
    loading: true,
    provoked: [waits(devices), waits(payments)],
  },
  { name: 'failed', path, reader: 'premium-card', provoked: [fails(subscriptions)] },
  {
    name: 'blocks-failed',
    path,
    reader: 'premium-card',
    provoked: [fails(devices), fails(payments)],
  },
  {
    name: 'unfolded',
    path,
    reader: 'premium-card',
    act: async page => {
      await page.locator('summary').filter({ hasText: 'Všetko o tomto predplatnom' }).click()
      await page.locator('summary').filter({ hasText: 'Minulé predplatné' }).click()
      await page
        .locator('summary')
        .filter({ hasText: /^Prémium/ })
        .first()
        .click()
    },
  },
  {
    name: 'long-text',
    path,
    reader: 'premium-card',
    inEveryLook: true,
    provoked: [
      alters<Items<Subscription>>(subscriptions, body => ({
        ...body,
        items: body.items.map(each => ({
          ...each,
          type: { ...each.type, name: 'Najrozsiahlejšie predplatné Prémium bez reklamy s tlačeným vydaním' },
        })),
      })),
      alters<Items<{ name: string }>>(devices, body => ({
        ...body,
        items: body.items.map(each => ({
          ...each,
          name: `${each.name}, ${'VelmiDlhyNazovZariadenia'.repeat(3)}`,
        })),
      })),
    ],
  },
  {
    name: 'gifts',
    path,
    reader: 'premium-card',
    provoked: [
      answers('**/users/*/gifts', {
        items: [
          gift(1, 'planned'),
          gift(2, 'sent', { name: 'Eva' }),
          gift(3, 'activated'),
          gift(4, 'expired', { withdraw_until: null }),
          gift(5, 'cancelled'),
          gift(6, 'sent', { email: '' }),
        ],
      }),
    ],
    act: page =>
      page
        .getByRole('button', { name: /^Zmeniť adresu/ })
        .first()
        .click(),
  },
  {
    name: 'removing-device',
    path,
    reader: 'premium-card',
    inEveryLook: true,
    act: page =>
      page
        .getByRole('button', { name: /^(Odstrániť|Remove)/ })
        .first()
        .click(),
  },
  {
    name: 'removing-device-refused',
    path,
    reader: 'premium-card',
    provoked: [refuses('**/users/*/devices/*', 'DELETE', 422, 'device_removal_limit_reached')],
    act: async page => {
      await removeDevice(page, 'first')
      await page.getByRole('alert').filter({ hasText: 'Tento mesiac' }).waitFor()
    },
  },
  {
    name: 'removing-device-pending',
    path,
    reader: 'premium-card',
    provoked: [waits('**/users/*/devices/*', 'DELETE')],
    act: page => removeDevice(page, 'first'),
  },
  {
    name: 'removed-device',
    path,
    reader: 'premium-card',
    provoked: [answers('**/users/*/devices/*', undefined, 'DELETE', 204)],
    act: async page => {
      await removeDevice(page, 'last')
      await page.getByRole('button', { name: 'Zavrieť' }).waitFor()
    },
  },
])
