import messagesEn from 'virtual:catalogue/en/account'
import messagesSk from 'virtual:catalogue/sk/account'
import { beforeEach, expect, test } from 'vitest'
import { type Payment } from '#contract/payments/payments.ts'
import { PaymentMethod, PaymentState } from '#contract/subscriptions/subscriptions.ts'
import { activate } from '#web/lib/texts/i18n.ts'
import { describePayment } from './describe-payment.ts'

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
}
const detail = (changes: Partial<Payment>) =>
  describePayment({ ...payment, ...changes }).detail.replaceAll('\u00a0', ' ')

test.each<[Partial<Payment>, string]>([
  [{}, '15. marca 2026 · 89,90 € · zaplatené kartou'],
  [{ method: 'bank_transfer' }, '15. marca 2026 · 89,90 € · zaplatené prevodom'],
  [{ method: 'bank_transfer', paid_on: '2026-03-17' }, '17. marca 2026 · 89,90 € · zaplatené prevodom'],
  [{ method: 'bank_transfer', state: 'created' }, '15. marca 2026 · 89,90 € · čakáme na prevod'],
  [{ state: 'submitted' }, '15. marca 2026 · 89,90 € · platbu kartou spracúvame'],
  [{ state: 'unknown' }, '15. marca 2026 · 89,90 € · platbu kartou overujeme'],
  [{ method: 'sms', state: 'failed' }, '15. marca 2026 · 89,90 € · platba cez SMS sa nepodarila'],
  [{ state: 'refunded' }, '15. marca 2026 · 89,90 € · vrátené na kartu'],
  [{ method: 'none', price: { amount: 0, currency: 'EUR' } }, '15. marca 2026 · 0,00 € · bez platby'],
])('R2.06 %j: %s', (changes, told) => expect(detail(changes)).toBe(told))

test('R2.06 only documents that exist are linked, each named by what it belongs to', () => {
  expect(describePayment(payment).documents).toEqual([])
  const { documents } = describePayment({ ...payment, receipt_url: '/r.pdf', invoice_url: '/i.pdf' })
  expect(documents).toEqual([
    { text: 'Faktúra PDF', label: 'Faktúra PDF: Prémium, 15.\u00a0marca\u00a02026', href: '/i.pdf' },
    { text: 'Potvrdenie PDF', label: 'Potvrdenie PDF: Prémium, 15.\u00a0marca\u00a02026', href: '/r.pdf' },
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
    // A payment that was begun and one that was sent are the same to the reader.
    expect(new Set(outcomes).size).toBe(outcomes.length - 1)
  }
})
