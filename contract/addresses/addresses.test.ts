import { describe, expect, test } from 'vitest'
import { exampleAddress as valid } from '../testing/address-example.ts'
import { AddressInput } from './addresses.ts'
import { hasCompanyIdCheckDigit, suspiciousNumbers } from './company-numbers.ts'
import { countries } from './countries.ts'
import { printedZip } from './zip.ts'

const company = {
  ...valid,
  type: 'invoice',
  company_name: 'Kníhviazačstvo Pod Lipou, s. r. o.',
  company_id: '99000407',
  company_tax_id: '2990000409',
  company_vat_id: 'SK2990000409',
}

/** Field and key of each fault. */
function faultsOf(address: object): string[] {
  const parsed = AddressInput.safeParse(address)
  return parsed.success ? [] : parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`)
}

test('R3.08 an address is taken as it was typed, without the space around it; what was not given is null', () => {
  expect(AddressInput.parse({ ...valid, name: ' Mária ', street: '' })).toEqual({
    ...valid,
    street: null,
    company_name: null,
    company_id: null,
    company_tax_id: null,
    company_vat_id: null,
  })
  expect(AddressInput.parse(company)).toEqual(company)
})

test('R5.09 R8.10 each field is refused by its own key, and all at once', () => {
  expect(
    faultsOf({
      type: 'home',
      name: '123',
      surname: '',
      street: '',
      number: ' ',
      city: '',
      zip: '1234',
      country: 'SK',
      company_id: '123',
      company_tax_id: 'x',
      company_vat_id: '2990000409',
    }).sort(),
  ).toEqual([
    'city: required',
    'company_id: company_id_invalid',
    'company_name: company_name_invalid',
    'company_tax_id: company_tax_id_invalid',
    'company_vat_id: company_vat_id_invalid',
    'name: first_name_invalid',
    'number: required',
    'surname: last_name_invalid',
    'type: address_type_not_found',
    'zip: zip_invalid',
  ])
  expect(faultsOf({}).sort()).toEqual([
    'city: required',
    'country: country_not_found',
    'name: first_name_invalid',
    'number: required',
    'surname: last_name_invalid',
    'type: address_type_not_found',
  ])
})

test('R5.02 a text that is too long is told how long it may be', () => {
  expect(faultsOf({ ...valid, city: 'x'.repeat(101) })).toEqual(['city: max_length'])
})

test('an address with fields of no address is not taken', () => {
  expect(faultsOf({ ...valid, user_id: 7 })).toHaveLength(1)
  expect(faultsOf({ ...valid, name: { toString: 'Jana' } })).toHaveLength(1)
})

describe('R8.10 postcode', () => {
  test.each([
    ['SK', '81101'],
    ['SK', '811 01'],
    ['CZ', '110 00'],
    ['AT', '1010'],
    ['GB', 'SW1A 1AA'],
    ['IE', ''],
  ])('of %s may be %j', (country, zip) => {
    expect(faultsOf({ ...valid, country, zip })).toEqual([])
  })
  test.each([
    ['SK', ''],
    ['SK', '8110'],
    ['SK', '811  01'],
    ['SK', '811-01'],
    ['CZ', '1100O'],
    ['AT', '<b>'],
  ])('of %s may not be %j', (country, zip) => {
    expect(faultsOf({ ...valid, country, zip })).toEqual(['zip: zip_invalid'])
  })
  test('is printed with a space that does not break', () => {
    expect(printedZip('81101', 'SK')).toBe('811\u00a001')
    expect(printedZip('1010', 'AT')).toBe('1010')
  })
})

describe('R8.10 names and companies', () => {
  test.each(['Ján', "O'Neil", 'Anna-Mária', 'Ing. arch. Peter', 'Ľubomír ml.', '李', "d'Arc", 'Nguyễn Thị'])(
    'a reader may be called %s',
    name => expect(faultsOf({ ...valid, name, surname: name })).toEqual([]),
  )
  test.each(['<b>Ján</b>', '42', '-', 'Ján\nBcc: x', 'J\u0000', '\u202eJán', 'a@b.sk'])(
    'a reader is not called %j',
    name => expect(faultsOf({ ...valid, name })).toEqual(['name: first_name_invalid']),
  )
  test('a company has a name with letters or digits once it has any number', () => {
    expect(faultsOf({ ...company, company_name: '' })).toEqual(['company_name: company_name_invalid'])
    expect(faultsOf({ ...company, company_name: ' — ' })).toEqual(['company_name: company_name_invalid'])
    expect(faultsOf({ ...valid, company_name: 'Kaviareň „U Huberta“ & syn' })).toEqual([])
  })
  test('numbers of a company may be typed with spaces and small letters', () => {
    const typed = { ...company, company_id: '99 000 407', company_vat_id: 'sk 299 000 0409' }
    expect(AddressInput.parse(typed)).toEqual(company)
  })
  test('a Czech company has its own numbers, another one any', () => {
    const czech = { ...company, country: 'CZ', zip: '110 00' }
    expect(faultsOf({ ...czech, company_tax_id: 'CZ99000407', company_vat_id: 'CZ99000407' })).toEqual([])
    expect(faultsOf(czech)).toEqual(['company_vat_id: company_vat_id_invalid'])
    const german = { ...company, country: 'DE', zip: '10115', company_id: 'HRB 12345 B' }
    expect(faultsOf({ ...german, company_tax_id: '27/123/45678', company_vat_id: 'DE123456789' })).toEqual([])
  })
})

test('R5.09 a wrong check digit of a company is a warning, never a fault', () => {
  expect(['99000407', '31333532', '35757442', '00151700'].filter(id => !hasCompanyIdCheckDigit(id))).toEqual(
    [],
  )
  const mistyped = { ...company, company_id: '99000408', company_vat_id: 'SK2990000408' }
  expect(faultsOf(mistyped)).toEqual([])
  expect(suspiciousNumbers(AddressInput.parse(mistyped))).toEqual(['company_id', 'company_vat_id'])
  expect(suspiciousNumbers(AddressInput.parse(company))).toEqual([])
})

test('R3.08 Slovakia and Czechia come first, and no country twice', () => {
  expect(countries.slice(0, 2)).toEqual(['SK', 'CZ'])
  expect(new Set(countries).size).toBe(countries.length)
  const names = new Intl.DisplayNames('sk', { type: 'region', fallback: 'none' })
  expect(countries.filter(code => names.of(code) === undefined)).toEqual([])
})
