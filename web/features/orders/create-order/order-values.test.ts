import { describe, expect, test } from 'vitest'
import type { Product } from '#contract/orders/products.ts'
import { emptyOrder, faultsOfOrder, type OrderField, orderBody } from './order-values.ts'

const product = (given: Partial<Product> = {}): Product => ({
  code: 'premium_1y',
  group: 'premium',
  audience: 'person',
  name: 'Prémium',
  price: { amount: 8990, currency: 'EUR' },
  vat: [],
  length: 'P1Y',
  access: ['web'],
  device_limit: 6,
  seats: 1,
  renews: true,
  ...given,
})
const terms = {
  version: '3',
  terms_url: 'https://noviny.example/terms',
  privacy_url: 'https://noviny.example/privacy',
  accept: '',
  withdrawal: { version: 'abc', information: '', begin_at_once: '' },
  sells_abroad: false,
}
const period = { from: '2026-12-24T09:00:00Z', to: '2027-12-24T09:00:00Z' }
const planned = { period, next_payment: { card: null, bank_transfer: null } }
const price = { amount: 8990, currency: 'EUR' } as const
type Shown = Parameters<typeof faultsOfOrder>[2]
const shown = (plan: Partial<Shown['plan']> = {}): Shown => ({
  returnUrl: 'https://login.example/obchod/objednavka',
  terms,
  plan: { begins: 'at_once', later: planned, price, invoice_abroad: false, ...plan },
})
const values = (given: Partial<Record<OrderField, string>> = {}) => ({
  ...emptyOrder('2026-12-24'),
  ...given,
})
const faults = (
  sold: Product,
  given: Partial<Record<OrderField, string>> = {},
  plan: Partial<Shown['plan']> = {},
) => faultsOfOrder(sold, values(given), shown(plan)).map(({ field, key }) => [field, key])

test('what is bought for oneself needs no word, unless an invoice is wanted', () => {
  expect(faults(product())).toEqual([])
  expect(orderBody(product(), values(), shown())).toEqual({
    product: 'premium_1y',
    method: 'card',
    price,
    agreed: { terms_version: '3', withdrawal_version: 'abc', begin_at_once: false },
    return_url: shown().returnUrl,
  })
  expect(faults(product(), { invoice: 'yes' })).toContainEqual(['address.surname', 'required'])
})

test('R5.01 an invoice to a company names the company', () => {
  const person = Object.entries({ name: 'Eva', surname: 'Malá', number: '3', city: 'Nitra', zip: '949 01' })
  const address = Object.fromEntries(person.map(([name, value]) => [`address.${name}`, value]))
  const given = { ...address, invoice: 'yes', 'address.is_company': 'yes' }
  expect(faults(product(), given)).toEqual([['address.company_name', 'required']])
  const named = { ...given, 'address.company_name': 'Pod Lipou' }
  expect(faults(product(), named)).toEqual([])
  expect(orderBody(product(), values(named), shown()).address).not.toHaveProperty('is_company')
  // No invoice is wanted any more.
  expect(faults(product(), { ...given, invoice: '' })).toEqual([])
})

describe('R9.02 a gift', () => {
  const gift = product({ audience: 'gift' })
  test('needs to know for whom it is', () => {
    expect(faults(gift)).toEqual([['gift.email', 'required']])
    expect(faults(gift, { 'gift.email': 'ondrej', 'gift.date': '' })).toEqual([
      ['gift.email', 'invalid_email'],
      ['gift.date', 'required'],
    ])
    expect(faults(gift, { 'gift.email': 'o@example.com', 'gift.message': 'x'.repeat(501) })).toEqual([
      ['gift.message', 'max_length'],
    ])
  })
  test('is ordered at the price on its button', () => {
    expect(orderBody(gift, values({ 'gift.email': 'o@example.com' }), shown()).price).toEqual(price)
  })
})

test('R11.05 who has an address abroad only is asked for one at home', () => {
  expect(faults(product(), {}, { invoice_abroad: true })).toContainEqual(['address.surname', 'required'])
})

test('the printed daily is delivered to an address, which is no invoice’s', () => {
  const printed = product({ access: ['web', 'print'] })
  expect(faults(printed)).toContainEqual(['address.city', 'required'])
  expect(orderBody(printed, values({ 'address.city': 'Žilina' }), shown())).toMatchObject({
    address: { type: 'print', city: 'Žilina', country: 'SK' },
  })
})

describe('R11.08 the request to begin at once', () => {
  const asked = { 'agreed.begin_at_once': 'yes' }
  test('goes with the order where it was asked for, and is no more than what was shown', () => {
    const agreedOf = (sold: Product, plan: Partial<Shown['plan']> = {}) =>
      orderBody(sold, values(asked), shown(plan)).agreed.begin_at_once
    expect(agreedOf(product())).toBe(true)
    expect(agreedOf(product(), { later: null })).toBe(false)
    expect(agreedOf(product({ audience: 'gift' }))).toBe(false)
  })
  test('is needed where the purchase cannot wait', () => {
    const instead = { begins: 'instead', later: null } as const
    expect(faults(product(), {}, instead)).toEqual([['agreed.begin_at_once', 'begin_at_once_required']])
    expect(faults(product(), asked, instead)).toEqual([])
  })
})

test('R11.05 an address abroad is told at its field, where nothing is sold there', () => {
  const abroad = { invoice: 'yes', 'address.country': 'AT' }
  expect(faults(product(), abroad)).toContainEqual(['address.country', 'address_abroad'])
  const sold = { ...shown(), terms: { ...terms, sells_abroad: true } }
  expect(faultsOfOrder(product(), values(abroad), sold).map(({ key }) => key)).not.toContain('address_abroad')
})
