import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lawfulRates, vatLines } from './vat.ts'

const day = (text: string) => Temporal.PlainDate.from(text)

test.each([
  ['2024-12-31', 20, 7492, 1498],
  ['2025-01-01', 23, 7309, 1681],
  ['2027-06-30', 23, 7309, 1681],
])('a year on the web for 89.90 € has on %s VAT of %i %%', (date, ratePercent, netCents, vatCents) => {
  const lines = vatLines({ grossCents: 8990, printCents: 0 }, day(date), lawfulRates)
  expect(lines).toEqual([{ ratePercent, grossCents: 8990, netCents, vatCents }])
})

test.each([
  ['2019-12-31', [20]],
  ['2020-01-01', [20, 10]],
  ['2024-12-31', [20, 10]],
  ['2025-01-01', [23, 5]],
])('the printed daily has a rate of its own: on %s the rates are %j', (date, rates) => {
  const lines = vatLines({ grossCents: 24_900, printCents: 15_910 }, day(date), lawfulRates)
  expect(lines.map(line => line.ratePercent)).toEqual(rates)
})

test('rounding: half a cent is rounded up', () => {
  // 0.21 € at 20 % is 0.175 € net.
  expect(vatLines({ grossCents: 21, printCents: 0 }, day('2024-01-01'), lawfulRates)).toMatchObject([
    { netCents: 18 },
  ])
})

test('what is free has no VAT', () => {
  expect(vatLines({ grossCents: 0, printCents: 0 }, day('2026-01-01'), lawfulRates)).toEqual([])
})

test('rounding: for any price the lines add up to it, each within half a cent of its rate', () => {
  const price = fc
    .record({ grossCents: fc.nat(10_000_000), share: fc.double({ min: 0, max: 1, noNaN: true }) })
    .map(({ grossCents, share }) => ({ grossCents, printCents: Math.floor(grossCents * share) }))
  const dates = fc.constantFrom('2012-02-29', '2020-01-01', '2024-12-31', '2025-01-01', '2030-06-01')
  fc.assert(
    fc.property(price, dates, (given, date) => {
      const lines = vatLines(given, day(date), lawfulRates)
      expect(lines.reduce((sum, line) => sum + line.grossCents, 0)).toBe(given.grossCents)
      for (const { ratePercent, grossCents, netCents, vatCents } of lines) {
        expect(netCents + vatCents).toBe(grossCents)
        expect(Math.abs(netCents * (100 + ratePercent) - grossCents * 100)).toBeLessThanOrEqual(
          (100 + ratePercent) / 2,
        )
      }
    }),
  )
})

test('a day without a rate is a bug, not 0 %', () => {
  expect(() => vatLines({ grossCents: 100, printCents: 0 }, day('2010-12-31'), lawfulRates)).toThrow(
    RangeError,
  )
})
