import { expect, test } from 'vitest'
import { normaliseName, searchTextOf } from './normalise-name.ts'

test.each([
  ['Šťastný, Ján', 'stastny jan'],
  ['ŽĎÁR nad Sázavou', 'zdar nad sazavou'],
  // The same letter composed and decomposed.
  ['č', 'c'],
  ['c\u030c', 'c'],
  ['Łódź, Đakovo, Straße', 'lodz dakovo strasse'],
  ['ﬁnancie № 5G', 'financie no 5g'],
  ["  D'Arc  – Nováková-Kováčová ", 'd arc novakova kovacova'],
  ['%_\\&|!():*', ''],
])('R1.07 %j is searched as %j', (text, normalised) => {
  expect(normaliseName(text)).toBe(normalised)
})

test('R1.07 a search text begins with the names, each once', () => {
  expect(searchTextOf(['Voľby', 'Elections'], [])).toBe('| volby | elections')
  expect(searchTextOf(['Boris Bezák', 'Boris Bezák'], ['Šport', 'Sport'])).toBe('| boris bezak sport')
  expect(searchTextOf(['Tatry'], [null, null])).toBe('| tatry')
})
