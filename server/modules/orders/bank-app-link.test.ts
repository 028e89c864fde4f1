import { expect, test } from 'vitest'
import { bankAppLink } from './bank-app-link.ts'

const asked = {
  iban: 'SK6807200002891987426353',
  beneficiary: 'The Best e-shops ltd',
  amountCents: 20_030,
  variableSymbol: '2546874464',
  note: 'my e-shop, Kosice',
}

test('R11.13 the link is the example of the standard (4.1.1), without the symbols that we have not', () => {
  expect(bankAppLink(asked)).toBe(
    'https://payme.sk/2/e/PME?IBAN=SK6807200002891987426353&AM=200.30&CC=EUR&PI=%2FVS2546874464%2FSS%2FKS&MSG=my+e-shop%2C+Kosice&CN=The+Best+e-shops+ltd',
  )
})

test('R11.13 names have the letters that every bank takes, and the lengths of the standard', () => {
  const long = {
    beneficiary: 'Vydavateľstvo „Ľúbezný Denník“ & spol. '.repeat(3),
    note: 'Prémium '.repeat(30),
  }
  const query = new URL(bankAppLink({ ...asked, ...long, amountCents: 5 })).searchParams
  expect(query.get('AM')).toBe('0.05')
  expect(query.get('CN')).toBe('Vydavatelstvo Lubezny Dennik spol. Vydavatelstvo Lubezny Dennik spol.')
  expect(query.get('MSG')).toMatch(/^(Premium ){17}Prem$/)
})
