import { describe, expect, test } from 'vitest'
import { companyAddressFrom, orderingAddress, orderingOf } from './order-address.ts'
import { faultsOfOrder, orderBody, orderValues } from './order-values.ts'

const price = { amount: 44_500, currency: 'EUR' } as const
const terms = { version: '3', sells_abroad: false }
const shown = { price, returnUrl: 'https://login.example/obchod/objednavka', isKnown: false, terms }
const company = {
  name: 'Katarína',
  surname: 'Šimková',
  number: '14',
  city: 'Trnava',
  zip: '917 01',
  country: 'SK',
  company_name: 'Pod Lipou, s. r. o.',
  company_id: '99000407',
  company_tax_id: null,
}

describe('R1.16 what is ordered', () => {
  test('R10.03 stands in the address, and is read from it again with the subscription that is managed', () => {
    for (const ordering of [{ code: 'company_5' }, { code: 'company_5', act: 'renew', id: 7 } as const]) {
      expect(orderingOf(new URL(orderingAddress(ordering), 'https://x.example').search)).toEqual(ordering)
    }
    expect(orderingOf('?predplatne=7')).toBeUndefined()
    const kept = new URL(orderingAddress({ code: 'company_5' }, '?ponuka=&predplatne=7'), 'https://x.example')
      .search
    expect(kept).toBe('?balik=company_5&predplatne=7')
    expect(orderingOf(kept)).toEqual({ code: 'company_5' })
    expect(companyAddressFrom('?hladat=a')).toBe('/pre-firmy')
    expect(orderingOf('?balik=company_5&ako=x&predplatne=7')).toEqual({ code: 'company_5' })
  })

  test('has the company’s data, or the subscription that is there with the price that was shown', () => {
    const fresh = orderBody({ code: 'company_5' }, orderValues(company), shown)
    expect(fresh).toMatchObject({ product: 'company_5', method: 'card', address: { company_id: '99000407' } })
    expect(fresh.agreed).toEqual({ terms_version: '3' })
    expect(fresh).not.toHaveProperty('shared')
    expect(faultsOfOrder(fresh, terms)).toEqual([])
    const ordering = { code: 'company_5', act: 'add_seats', id: 7 } as const
    const more = orderBody(ordering, orderValues(), { ...shown, isKnown: true })
    expect(more).toMatchObject({ shared: { subscription_id: 7, act: 'add_seats', price } })
    expect(more).not.toHaveProperty('address')
    expect(faultsOfOrder(more, terms)).toEqual([])
    const unknown = orderBody(ordering, orderValues(company), shown)
    expect(unknown).toMatchObject({ ...more, address: { company_id: '99000407' } })
  })
})

describe('R5.09 faults of an order are told at their fields', () => {
  const faults = (changes: object) =>
    Object.fromEntries(
      faultsOfOrder(
        orderBody({ code: 'company_5' }, orderValues({ ...company, ...changes }), shown),
        terms,
      ).map(({ field, key }) => [field, key]),
    )

  test.each([
    [{ company_name: ' ' }, { 'address.company_name': 'required' }],
    [{ company_id: '' }, { 'address.company_id': 'required' }],
    [{ company_id: '123' }, { 'address.company_id': 'company_id_invalid' }],
    [{ company_tax_id: '12' }, { 'address.company_tax_id': 'company_tax_id_invalid' }],
    [{ company_vat_id: 'SK12' }, { 'address.company_vat_id': 'company_vat_id_invalid' }],
    [{ zip: '12' }, { 'address.zip': 'zip_invalid' }],
    [{ zip: '' }, { 'address.zip': 'required' }],
    [{ city: '' }, { 'address.city': 'required' }],
    [{ country: 'CZ', company_id: '99000407' }, { 'address.country': 'address_abroad' }],
  ])('%j', (changes, expected) => expect(faults(changes)).toEqual(expected))
})
