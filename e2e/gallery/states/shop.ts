import type { PurchasePlan } from '#contract/orders/purchase-plan.ts'
import { askToBeginAtOnce } from '../../orders/shop-screen.ts'
import { alters, answers, fails, refuses, screen, waits } from '../state.ts'

const reader = 'none'
const orders = '**/users/*/orders'
const order = '/obchod/objednavka?order=1'
const money = (amount: number) => ({ amount, currency: 'EUR' })

const qr =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h3v3H1zm4 4h3v3H5z"/></svg>'

const told = (state: string, more: object = {}) => ({
  path: order,
  reader,
  provoked: [
    // Keeps the token: the session is shared with other pictures.
    answers('**/refresh-token', undefined, 'POST', 204),
    answers(`${orders}/1`, {
      id: 1,
      state,
      product: { code: 'premium_1y', name: 'Prémium' },
      method: 'card',
      price: money(8990),
      created_at: '2026-11-20T08:00:00Z',
      expires_at: '2098-01-01T08:00:00Z',
      gift: null,
      plan: null,
      decline: null,
      subscription_id: null,
      ...more,
    }),
  ],
})

const transferWith = (received: number) => ({
  method: 'bank_transfer',
  transfer: {
    iban: 'SK3112000000198742637541',
    beneficiary: 'Vydavateľstvo Denník, a. s.',
    variable_symbol: '1000000001',
    price: money(received < 8990 ? 8990 - received : 8990),
    received: money(received),
    qr: '0004',
    qr_svg: qr,
    app_link: 'https://payme.sk/2/e/PME',
  },
})
const transfer = transferWith(0)

const present = [
  { id: 1, name: 'Prémium', until: '2042-03-14T18:42:00Z' },
  { id: 2, name: 'Sportnet', until: '2042-06-01T18:42:00Z' },
]
const plan = (begins: string) => ({
  begins,
  after_withdrawal: false,
  present: present.slice(0, 1),
  rest_until: null,
})

/** What gives more than two that the reader has, one of which renews. */
const reduced = answers('**/purchase-plans/*', {
  begins: 'instead',
  price: money(8711),
  credit: money(3279),
  period: { from: '2041-11-22T09:00:00Z', to: '2042-11-22T09:00:00Z' },
  for_the_rest: false,
  later: null,
  invoice_abroad: false,
  anonymization_pending: false,
  present,
  next_payment: {
    card: {
      at: '2042-11-20T09:00:00Z',
      price: money(11_990),
      type: { code: 'premium_plus_1y', name: 'Prémium bez reklamy' },
    },
    bank_transfer: {
      at: '2042-11-20T09:00:00Z',
      price: money(11_990),
      type: { code: 'premium_plus_1y', name: 'Prémium bez reklamy' },
    },
  },
})

const abroad = alters<PurchasePlan>('**/purchase-plans/*', plan => ({ ...plan, invoice_abroad: true }))

/** The embedded shop */
export const shopStates = [
  ...screen('obchod', [
    { name: 'catalogue', path: '/obchod', inEveryLook: true },
    {
      name: 'catalogue-others',
      path: '/obchod',
      act: page => page.getByText('Ďalšie predplatné').click(),
    },
    { name: 'catalogue-reader', path: '/obchod', reader: 'premium-card' },
    // A step is no page of the shop, so nothing of it is rendered by the server.
    {
      name: 'loading',
      path: '/obchod?step',
      loading: true,
      provoked: [waits('**/rest/api/prv/v1/products')],
    },
    { name: 'failed', path: '/obchod?step', provoked: [fails('**/rest/api/prv/v1/products')] },
    { name: 'product-visitor', path: '/obchod/premium_1y' },
    { name: 'product', path: '/obchod/premium_1y', reader, inEveryLook: true },
    { name: 'product-anonymization-pending', path: '/obchod/premium_1y', reader: 'anonymisation-pending' },
    { name: 'product-printed', path: '/obchod/premium_print_1y', reader },
    {
      name: 'product-mistyped',
      path: '/obchod/premium_print_1y',
      reader,
      act: page => page.getByRole('button', { name: /^Zaplatiť/ }).click(),
    },
    {
      name: 'product-by-transfer',
      path: '/obchod/premium_1y',
      reader,
      act: page => page.getByRole('radio', { name: 'Prevodom na účet' }).check(),
    },
    {
      name: 'product-paying',
      path: '/obchod/premium_1y',
      reader,
      provoked: [waits(orders, 'POST')],
      act: page => page.getByRole('button', { name: /^Zaplatiť/ }).click(),
    },
    {
      name: 'product-gateway-away',
      path: '/obchod/premium_1y',
      reader,
      provoked: [refuses(orders, 'POST', 503, 'payment_gateway_unavailable')],
      act: async page => {
        await page.getByRole('button', { name: /^Zaplatiť/ }).click()
        await page.getByRole('alert').filter({ hasText: /./ }).first().waitFor({ state: 'attached' })
      },
    },
    {
      name: 'product-for-the-difference',
      path: '/obchod/premium_plus_1y',
      reader: 'premium-card',
      inEveryLook: true,
    },
    {
      name: 'product-begins-at-once',
      path: '/obchod/premium_1y',
      reader,
      act: page => askToBeginAtOnce(page),
    },
    {
      name: 'product-request-needed',
      path: '/obchod/premium_plus_1y',
      reader: 'premium-card',
      act: page => page.getByRole('button', { name: /^Zaplatiť/ }).click(),
    },
    { name: 'product-terms-failed', path: '/obchod/premium_1y', reader, provoked: [fails('**/order-terms')] },
    { name: 'product-beside', path: '/obchod/spectator_1y', reader: 'premium-card' },
    { name: 'product-reduced', path: '/obchod/premium_plus_1y', reader, provoked: [reduced] },
    {
      name: 'product-price-changed',
      path: '/obchod/premium_plus_1y',
      reader,
      provoked: [reduced, refuses(orders, 'POST', 422, 'offer_changed')],
      act: async page => {
        await askToBeginAtOnce(page)
        await page.getByRole('button', { name: /^Zaplatiť/ }).click()
        await page.getByRole('alert').filter({ hasText: /./ }).first().waitFor({ state: 'attached' })
      },
    },
    { name: 'product-invoice-abroad', path: '/obchod/premium_1y', reader, provoked: [abroad] },
    { name: 'product-printed-abroad', path: '/obchod/premium_print_1y', reader, provoked: [abroad] },
    {
      name: 'product-plan-failed',
      path: '/obchod/premium_1y',
      reader,
      provoked: [fails('**/purchase-plans/*')],
    },
    { name: 'product-has-one', path: '/obchod/premium_1y', reader: 'premium-card' },
    { name: 'gift', path: '/obchod/gift_premium_1y', reader },
    {
      name: 'gift-mistyped',
      path: '/obchod/gift_premium_1y',
      reader,
      act: page => page.getByRole('button', { name: /^Zaplatiť/ }).click(),
    },
    { name: 'not-sold', path: '/obchod/nic_take' },
  ]),
  ...screen('objednavka', [
    { name: 'paid', ...told('paid') },
    {
      name: 'gift-paid',
      ...told('paid', { gift: { email: 'eva@example.com', date: '2026-12-24', name: 'Eva', message: null } }),
    },
    {
      name: 'gift-of-erased',
      ...told('paid', { gift: { email: '', date: '2026-12-24', name: null, message: null } }),
    },
    { name: 'waits-for-card', ...told('waiting', { redirect_url: 'https://platby.example/1' }) },
    { name: 'being-confirmed', ...told('waiting'), path: `${order}&payment=done` },
    { name: 'declined', ...told('failed', { decline: 'insufficient_funds' }) },
    { name: 'left', ...told('failed') },
    { name: 'expired', ...told('expired') },
    { name: 'too-late', ...told('too_late', { method: 'bank_transfer' }) },
    { name: 'waits-for-transfer', ...told('waiting', transfer), inEveryLook: true },
    { name: 'transfer-too-little', ...told('waiting', transferWith(4000)) },
    { name: 'transfer-too-much', ...told('waiting', transferWith(10_000)) },
    {
      name: 'waits-for-transfer-instead',
      ...told('waiting', { ...transfer, plan: { ...plan('instead'), rest_until: '2042-03-14T18:42:00Z' } }),
    },
    { name: 'waits-for-transfer-after', ...told('waiting', { ...transfer, plan: plan('after') }) },
    { name: 'paid-instead', ...told('paid', { plan: plan('instead') }) },
    { name: 'visitor', path: order },
    { name: 'unknown', path: order, reader, provoked: [refuses(`${orders}/1`, 'GET', 404, 'not_found')] },
    { name: 'failed', path: order, reader, provoked: [fails(`${orders}/1`)] },
  ]),
]
