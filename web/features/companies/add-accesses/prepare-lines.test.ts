import { expect, test } from 'vitest'
import { pastedEmails } from '#contract/companies/pasted-emails.ts'
import { inParts, prepareLines } from './prepare-lines.ts'

test('R1.16 what stands twice in a list is sent once, and its line is known', () => {
  expect(prepareLines(pastedEmails('anna@firma.sk\n \nboris@firma.sk\n Anna@Firma.sk '))).toEqual({
    toSend: [
      { line: 1, email: 'anna@firma.sk' },
      { line: 3, email: 'boris@firma.sk' },
    ],
    twice: [{ line: 4, email: 'Anna@Firma.sk' }],
  })
})

test('a long list is sent in parts', () => {
  expect(inParts([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
  expect(inParts([], 2)).toEqual([])
})
