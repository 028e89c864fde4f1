import messagesSk from 'virtual:catalogue/sk/addresses'
import { beforeEach, expect, test } from 'vitest'
import type { Address } from '#contract/addresses/addresses.ts'
import { activate } from '#web/lib/texts/i18n.ts'
import { addressLines, addressSummary, companyNumbers } from './address-text.ts'

beforeEach(() => activate('sk', messagesSk))

const address: Address = {
  id: 1,
  type: 'print',
  name: 'Jana',
  surname: 'Kováčová',
  street: 'Lipová',
  number: '14',
  city: 'Trnava',
  zip: '91701',
  country: 'SK',
  company_name: null,
  company_id: null,
  company_tax_id: null,
  company_vat_id: null,
}

test('R3.08 an address is written as on an envelope', () => {
  expect(addressLines(address)).toEqual(['Jana Kováčová', 'Lipová 14', '917\u00a001 Trnava'])
  expect(addressSummary(address)).toBe('Lipová 14, Trnava')
})

test('R3.08 in a village without streets the number follows its name', () => {
  const village = { ...address, street: null, city: 'Očová', zip: '962 23' }
  expect(addressLines(village)).toEqual(['Jana Kováčová', '962\u00a023 Očová 14'])
  expect(addressSummary(village)).toBe('Očová 14')
})

test('R3.08 a company stands above the name, another country below all', () => {
  const abroad = { ...address, company_name: 'Pod Lipou', country: 'AT', zip: '1010', city: 'Wien' }
  expect(addressLines(abroad)).toEqual(['Pod Lipou', 'Jana Kováčová', 'Lipová 14', '1010 Wien', 'Rakúsko'])
})

test('R3.08 the numbers of a company are told by their names', () => {
  expect(companyNumbers(address)).toEqual([])
  const company = { ...address, company_id: '99000407', company_vat_id: 'SK2990000409' }
  expect(companyNumbers(company)).toEqual(['IČO\u00a099000407', 'IČ\u00a0DPH\u00a0SK2990000409'])
})
