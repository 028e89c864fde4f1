import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney } from './format.ts'
import { activate } from './i18n.ts'

test.each([
  ['sk', 'sk-SK', '1\u00a0234\u00a0567,08\u00a0€'],
  ['en', 'en-GB', '€1,234,567.08'],
] as const)('R9.01 money in %s is written as Intl writes it', (language, tag, example) => {
  activate(language, {})
  const intl = new Intl.NumberFormat(tag, { style: 'currency', currency: 'EUR' })
  const written = (amount: number) => formatMoney({ amount, currency: 'EUR' })
  expect(written(123_456_708)).toBe(example)
  fc.assert(
    fc.property(fc.integer({ min: -1e11, max: 1e11 }), amount => {
      expect(written(amount)).toBe(intl.format(amount / 100).replaceAll(/\s/g, '\u00a0'))
    }),
    { examples: [[0], [1], [-1], [10], [99], [100], [-100], [99_999], [100_000], [-123_456]] },
  )
})
