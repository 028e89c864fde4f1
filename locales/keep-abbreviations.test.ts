import { expect, test } from 'vitest'
import { keepAbbreviations } from './keep-abbreviations.ts'

test.each([
  ['Kníhviazačstvo Pod Lipou, s. r. o.', 'Kníhviazačstvo Pod Lipou, s.\u00a0r.\u00a0o.'],
  ['Vydavateľstvo Denník, a. s., Bratislava', 'Vydavateľstvo Denník, a.\u00a0s., Bratislava'],
  ['J. R. Novák', 'J.\u00a0R. Novák'],
  ['Prišli aj. A. Nováková', 'Prišli aj. A. Nováková'],
  ['Pod Lipou s.r.o.', 'Pod Lipou s.r.o.'],
])('the abbreviation in „%s“ stays on one line', (name, kept) => {
  expect(keepAbbreviations(name)).toBe(kept)
})
