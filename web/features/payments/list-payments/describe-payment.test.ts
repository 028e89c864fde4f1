import messagesEn from 'virtual:catalogue/en/rest'
import messagesSk from 'virtual:catalogue/sk/rest'
import { beforeEach, expect, test } from 'vitest'
import { type Payment } from '#contract/payments/payments.ts'
import { PaymentMethod, PaymentState } from '#contract/subscriptions/subscriptions.ts'
import { activate } from '#web/lib/texts/i18n.ts'
import { describeFailed, describePayment, foldFailed } from './describe-payment.ts'

beforeEach(() => activate('sk', messagesSk))

const payment: Payment = {
  id: 1,
  product_name: 'Prémium',
  method: 'card',
  state: 'paid',
  price: { amount: 8990, currency: 'EUR' },
  at: '2026-03-14T23:30:00Z',
  paid_on: null,
  receipt_url: null,
  pay_url: null,
  invoice_url: null,
  refunds: [],
}
const givenBack = {
  id: 1,
  price: payment.price,
  way: 'card',
  state: 'requested',
  requested_at: payment.at,
  sent_at: null,
  credit_note_url: null,
} as const
const detail = (changes: Partial<Payment>) =>
  describePayment({ ...payment, ...changes }).detail.replaceAll('\u00a0', ' ')

test.each<[Partial<Payment>, string]>([
  [{}, '15. marca 2026 · 89,90 € · zaplatené kartou'],
  [{ method: 'bank_transfer' }, '15. marca 2026 · 89,90 € · zaplatené prevodom'],
  [{ method: 'bank_transfer', paid_on: '2026-03-17' }, '17. marca 2026 · 89,90 € · zaplatené prevodom'],
  [{ method: 'bank_transfer', state: 'created' }, '15. marca 2026 · 89,90 € · čakáme na prevod'],
  [{ state: 'submitted' }, '15. marca 2026 · 89,90 € · čakáme na platbu kartou'],
  [{ state: 'unknown' }, '15. marca 2026 · 89,90 € · platbu kartou overujeme'],
  [{ method: 'sms', state: 'failed' }, '15. marca 2026 · 89,90 € · platba cez SMS sa nepodarila'],
  [{ state: 'refunded' }, '15. marca 2026 · 89,90 € · vrátené na kartu'],
  [{ state: 'refunded', refunds: [givenBack] }, '15. marca 2026 · 89,90 € · zaplatené kartou'],
  [{ method: 'none', price: { amount: 0, currency: 'EUR' } }, '15. marca 2026 · 0,00 € · bez platby'],
])('R2.06 %j: %s', (changes, told) => expect(detail(changes)).toBe(told))

test('R2.06 only documents that exist are linked, each named by what it belongs to', () => {
  expect(describePayment(payment).documents).toEqual([])
  const { documents } = describePayment({ ...payment, receipt_url: '/r.pdf', invoice_url: '/i.pdf' })
  expect(documents).toEqual([
    { text: 'Faktúra PDF', label: 'Faktúra PDF: Prémium, 15.\u00a0marca 2026', href: '/i.pdf' },
    { text: 'Potvrdenie PDF', label: 'Potvrdenie PDF: Prémium, 15.\u00a0marca 2026', href: '/r.pdf' },
  ])
})

test('R2.06 R11.06 each refund has its credit note, named by its day and its sum', () => {
  const part = (cents: number, credit_note_url: string | null) => ({
    ...givenBack,
    price: { amount: cents, currency: 'EUR' as const },
    credit_note_url,
  })
  const refunds = [part(1000, '/first.pdf'), part(500, null), part(250, '/last.pdf')]
  expect(describePayment({ ...payment, refunds }).documents.map(({ label, href }) => [label, href])).toEqual([
    ['Dobropis PDF: Prémium, 15.\u00a0marca 2026, 10,00\u00a0€', '/first.pdf'],
    ['Dobropis PDF: Prémium, 15.\u00a0marca 2026, 2,50\u00a0€', '/last.pdf'],
  ])
})

test('every way of paying and every outcome has its own words in both languages', () => {
  for (const [locale, messages] of [
    ['sk', messagesSk],
    ['en', messagesEn],
  ] as const) {
    activate(locale, messages)
    const paid = PaymentMethod.options.map(method => detail({ method }))
    expect(new Set(paid).size).toBe(paid.length)
    const outcomes = PaymentState.options.map(state => detail({ state }))
    // Begun and sent payments look the same to the reader.
    expect(new Set(outcomes).size).toBe(outcomes.length - 1)
  }
})

test('R2.06 a card payment that is not decided is not said to be processed: it may be declined already', () => {
  for (const state of ['created', 'submitted'] as const) {
    expect(detail({ state })).toBe('15. marca 2026 · 89,90 € · čakáme na platbu kartou')
  }
})

test('R2.06 attempts in a row that failed are one row; what has a document, or is something else, is not', () => {
  const failed = (id: number, changes: Partial<Payment> = {}): Payment => ({
    ...payment,
    id,
    state: 'failed',
    ...changes,
  })
  const ids = (...payments: Payment[]) => foldFailed(payments).map(each => each.map(({ id }) => id))
  expect(ids(failed(9), failed(8), failed(7), { ...payment, id: 6 }, failed(5))).toEqual([
    [9, 8, 7],
    [6],
    [5],
  ])
  expect(ids(failed(3), failed(2, { product_name: 'Sportnet' }), failed(1))).toEqual([[3], [2], [1]])
  expect(ids(failed(2), failed(1, { price: { amount: 9990, currency: 'EUR' } }))).toEqual([[2], [1]])
  expect(ids(failed(2), failed(1, { invoice_url: '/i.pdf' }))).toEqual([[2], [1]])
  // Each missing transfer was a separate order.
  const transfer = { method: 'bank_transfer' } as const
  expect(ids(failed(2, transfer), failed(1, transfer))).toEqual([[2], [1]])
  expect(ids()).toEqual([])
})

test.each([
  [
    ['2026-11-21', '2026-11-20', '2026-11-19'],
    '19. – 21. novembra 2026 · 89,90 € · 3 neúspešné pokusy o platbu',
  ],
  [['2026-11-21', '2026-11-21'], '21. novembra 2026 · 89,90 € · 2 neúspešné pokusy o platbu'],
  [['2026-11-19', '2026-10-19'], '19. októbra – 19. novembra 2026 · 89,90 € · 2 neúspešné pokusy o platbu'],
  [
    ['2027-01-02', '2027-01-01', '2026-12-31', '2026-12-30', '2026-12-29'],
    '29. decembra 2026 – 2. januára 2027 · 89,90 € · 5 neúspešných pokusov o platbu',
  ],
])('R2.06 failed attempts %j: %s', (days, told) => {
  const [last, ...former] = days.map(day => ({ ...payment, at: `${day}T10:00:00Z` }))
  if (!last) throw new Error('There is an attempt')
  expect(describeFailed([last, ...former]).replaceAll('\u00a0', ' ')).toBe(told)
})
