import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOfPart } from './credit-note.ts'

function lineOf(ratePercent: number, grossCents: number) {
  const netCents = Math.round((grossCents * 100) / (100 + ratePercent))
  return { name: 'Prémium', quantity: 1, ratePercent, grossCents, netCents, vatCents: grossCents - netCents }
}

const cents = fc.integer({ min: 1, max: 50_000 })

test('R11.06 the VAT of the parts adds up to the whole, line by line, and no part changes sign', () => {
  fc.assert(
    fc.property(cents, fc.nat(100), fc.array(cents, { maxLength: 8 }), (grossCents, printPercent, cuts) => {
      const printCents = Math.floor((grossCents * printPercent) / 100)
      const lines = [lineOf(23, grossCents - printCents), lineOf(5, printCents)].filter(
        each => each.grossCents > 0,
      )
      const ends = [...new Set([...cuts.filter(cut => cut < grossCents), grossCents])].sort((a, b) => a - b)
      const parts = ends.map((until, index) => linesOfPart(lines, { from: ends[index - 1] ?? 0, until }))
      for (const line of lines) {
        const own = parts.flat().filter(each => each.ratePercent === line.ratePercent)
        for (const part of ['grossCents', 'netCents', 'vatCents'] as const) {
          expect(own.reduce((sum, each) => sum + each[part], 0) + line[part]).toBe(0)
          expect(own.every(each => each[part] <= 0)).toBe(true)
        }
        expect(own.every(each => each.netCents + each.vatCents === each.grossCents)).toBe(true)
      }
      for (const [index, part] of parts.entries()) {
        const sum = part.reduce((all, each) => all + each.grossCents, 0)
        expect(sum).toBe((ends[index - 1] ?? 0) - (ends[index] ?? 0))
      }
    }),
  )
})
