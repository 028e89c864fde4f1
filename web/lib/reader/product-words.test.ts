import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { compileCatalogue } from '#web/build/catalogue-plugin.ts'
import { activate } from '#web/lib/texts/i18n.ts'
import { lengthText, monthlyPrice, vatText } from './product-words.ts'

const use = (locale: 'sk' | 'en') =>
  activate(locale, compileCatalogue(join(import.meta.dirname, '../../../locales', locale)))
beforeEach(() => use('sk'))

test.each([
  ['P1Y', 'na rok', 'for a year'],
  ['P2Y', 'na 2 roky', 'for 2 years'],
  ['P1M', 'na mesiac', 'for a month'],
  ['P4W', 'na 4 týždne', 'for 4 weeks'],
  ['P5W', 'na 5 týždňov', 'for 5 weeks'],
  ['P30D', 'na 30 dní', 'for 30 days'],
])('R9.04 the length %s is told as „%s“', (length, slovak, english) => {
  expect(lengthText(length).replaceAll('\u00a0', ' ')).toBe(slovak)
  use('en')
  expect(lengthText(length).replaceAll('\u00a0', ' ')).toBe(english)
})

const euro = (amount: number) => ({ amount, currency: 'EUR' as const })
const line = (rate: number, vat: number) => ({
  rate_percent: rate,
  gross: euro(0),
  net: euro(0),
  vat: euro(vat),
})

test.each([
  ['P1Y', 8990, 750],
  ['P2Y', 2400, 100],
  ['P3M', 1000, 334],
  ['P1M', 999, undefined],
  ['P4W', 299, undefined],
])('R13.14 %s for %i cents is so much a month, never too little: %s', (length, amount, monthly) => {
  expect(monthlyPrice({ length, price: { amount, currency: 'EUR' } })?.amount).toBe(monthly)
})

test('the tax in a price is told at each of its rates', () => {
  expect(vatText({ vat: [line(23, 1681)] }).replaceAll('\u00a0', ' ')).toBe('S DPH, z toho 23 %: 16,81 €.')
  expect(vatText({ vat: [line(23, 1681), line(5, 758)] }).replaceAll('\u00a0', ' ')).toBe(
    'S DPH, z toho 23 %: 16,81 €, 5 %: 7,58 €.',
  )
})
