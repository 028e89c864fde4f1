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
const back = 'https://login.example/obchod/objednavka'
const values = (given: Partial<Record<OrderField, string>> = {}) => ({
  ...emptyOrder('2026-12-24'),
  ...given,
})
const faults = (sold: Product, given: Partial<Record<OrderField, string>> = {}) =>
  faultsOfOrder(sold, values(given), back).map(({ field, key }) => [field, key])

test('what is bought for oneself needs no word, unless an invoice is wanted', () => {
  expect(faults(product())).toEqual([])
  expect(orderBody(product(), values(), { returnUrl: back })).toEqual({
    product: 'premium_1y',
    method: 'card',
    return_url: back,
  })
  expect(faults(product(), { invoice: 'yes' })).toContainEqual(['address.surname', 'required'])
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
})

test('the printed daily is delivered to an address, which is no invoice’s', () => {
  const printed = product({ access: ['web', 'print'] })
  expect(faults(printed)).toContainEqual(['address.city', 'required'])
  expect(orderBody(printed, values({ 'address.city': 'Žilina' }), { returnUrl: back })).toMatchObject({
    address: { type: 'print', city: 'Žilina', country: 'SK' },
  })
})
