import type { Page } from '@playwright/test'
import type { OpenContract, Withdrawal } from '#contract/withdrawals/withdrawals.ts'
import { answers, fails, type Provoked, refuses, screen, waits } from '../state.ts'

const reader = 'none'
const path = '/predplatne/odstupit-od-zmluvy'
const withdrawals = '**/users/*/withdrawals'
const money = (amount: number) => ({ amount, currency: 'EUR' as const })

const open = ({ later = [], ...more }: Partial<OpenContract> = {}): OpenContract => ({
  payment_id: 7,
  order_number: '214',
  product_name: 'Prémium',
  is_gift: false,
  concluded_on: '2041-11-20',
  last_day: '2041-12-04',
  paid: money(8990),
  refund: money(8990),
  kept: money(0),
  days: 0,
  restores: false,
  method: 'card',
  card: { brand: 'Visa', last4: '4242' },
  ...more,
  later,
  refund_in_all: [more.refund ?? money(8990), ...later.map(each => each.refund)].reduce((all, each) =>
    money(all.amount + each.amount),
  ),
})
const received = (refund: Partial<Withdrawal['refund']>): Withdrawal => ({
  payment_id: 7,
  order_number: '214',
  product_name: 'Prémium',
  is_gift: false,
  received_at: '2041-11-22T13:03:00Z',
  email: 'jana.kovacova@example.com',
  refund: {
    id: 1,
    price: money(8719),
    way: 'card',
    state: 'requested',
    requested_at: '2041-11-22T13:03:00Z',
    sent_at: null,
    ...refund,
  },
})
const tells = (told: { open?: OpenContract[]; received?: Withdrawal[] }) => ({
  path,
  reader,
  provoked: [answers(withdrawals, { open: [], received: [], ...told })],
})
const proRata = open({ refund: money(8719), kept: money(271), days: 11 })
const nothingBack = open({ paid: money(99), refund: money(0), kept: money(99), days: 12 })
const twoInOne = open({
  later: [
    {
      ...open({ payment_id: 9, order_number: '231', product_name: 'Prémium bez reklamy' }),
      paid: money(3010),
      refund: money(2961),
      kept: money(49),
      days: 6,
    },
  ],
})
const goOn = (page: Page) => page.getByRole('button', { name: /^(Pokračovať|Continue)$/ }).click()
const confirm = (page: Page) =>
  page.getByRole('button', { name: /^(Potvrdiť odstúpenie|Confirm withdrawal)$/ }).click()
/** What the second press comes to. */
const refused = (name: string, provoked: Provoked) => ({
  name,
  ...tells({ open: [open()] }),
  provoked: [answers(withdrawals, { open: [open()], received: [] }), provoked],
  act: async (page: Page) => {
    await goOn(page)
    await confirm(page)
  },
})

/** Withdrawing from a contract: the reader's page and the shop's. */
export const withdrawalStates = [
  ...screen('odstupenie', [
    { name: 'whole-sum', ...tells({ open: [open()] }) },
    { name: 'days-kept', ...tells({ open: [proRata] }), inEveryLook: true },
    { name: 'nothing-back', ...tells({ open: [nothingBack] }) },
    {
      name: 'by-transfer-and-gift',
      ...tells({
        open: [open({ method: 'bank_transfer', card: null }), open({ payment_id: 8, is_gift: true })],
      }),
    },
    { name: 'confirm', ...tells({ open: [proRata] }), act: goOn },
    { name: 'with-a-later-one', ...tells({ open: [twoInOne] }), inEveryLook: true },
    { name: 'confirm-with-a-later-one', ...tells({ open: [twoInOne] }), act: goOn },
    refused('refused', refuses(withdrawals, 'POST', 422, 'withdrawal_too_late')),
    refused('refused-refunded', refuses(withdrawals, 'POST', 422, 'withdrawal_refunded')),
    refused('refused-gone', refuses(withdrawals, 'POST', 404, 'not_found')),
    refused('too-many', refuses(withdrawals, 'POST', 429, 'too_many_requests')),
    refused('confirm-failed', fails(withdrawals, 'POST')),
    { name: 'anonymization-pending', ...tells({ open: [open()] }), reader: 'anonymisation-pending' },
    { name: 'received', ...tells({ received: [received({})] }) },
    {
      name: 'sent',
      ...tells({ received: [received({ state: 'sent', sent_at: '2041-11-23T08:00:00Z' })] }),
    },
    { name: 'none', ...tells({}) },
    { name: 'loading', loading: true, path, reader, provoked: [waits(withdrawals)] },
    { name: 'failed', path, reader, provoked: [fails(withdrawals)] },
  ]),
  ...screen('odstupenie-navsteva', [
    { name: 'form', path: '/obchod/odstupit-od-zmluvy?order=214' },
    {
      name: 'mistyped',
      path: '/obchod/odstupit-od-zmluvy',
      act: goOn,
    },
    {
      name: 'confirm',
      path: '/obchod/odstupit-od-zmluvy?order=214',
      act: async page => {
        await page.getByLabel(/^E.mail/).fill('jana.kovacova@example.com')
        await goOn(page)
      },
    },
    {
      name: 'captcha',
      path: '/obchod/odstupit-od-zmluvy?order=214',
      provoked: [
        {
          ...answers(
            '**/withdrawals',
            {
              errors: [{ key: 'storm_shield', message: '' }],
              challenge: { id: 'challenge', kind: 'captcha' },
            },
            'POST',
            422,
          ),
          refusal: 422,
        },
      ],
      act: async page => {
        await page.getByLabel(/^E.mail/).fill('jana.kovacova@example.com')
        await goOn(page)
        await confirm(page)
        await page.getByRole('dialog').locator('iframe').first().waitFor()
      },
    },
    {
      name: 'received',
      path: '/obchod/odstupit-od-zmluvy?order=214',
      provoked: [answers('**/withdrawals', { received_at: '2041-11-22T13:03:00Z' }, 'POST', 202)],
      act: async page => {
        await page.getByLabel(/^E.mail/).fill('jana.kovacova@example.com')
        await goOn(page)
        await confirm(page)
      },
    },
  ]),
]
