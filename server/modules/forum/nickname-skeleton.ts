/**
 * Confusable letters (homoglyphs), after lower-casing. The first two rows are Latin letters that Unicode does not
 * decompose; then Cyrillic, Greek and Armenian ones that look like Latin ones.
 */
const drawnAlike: readonly (readonly [letters: string, as: string])[] = [
  ['łŀľĺ', 'l'],
  ['đð', 'd'],
  ['øоοօѳө', 'o'],
  ['ħһнհ', 'h'],
  ['ŧтτ', 't'],
  ['ŋпηи', 'n'],
  ['ĸкκ', 'k'],
  ['ß', 'ss'],
  ['æӕ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'p'],
  ['аαɑ', 'a'],
  ['вβ', 'b'],
  ['сϲ', 'c'],
  ['ԁ', 'd'],
  ['еєεҽ', 'e'],
  ['ғ', 'f'],
  ['ɡց', 'g'],
  ['ыіιӏїıɩ', 'i'],
  ['јϳ', 'j'],
  ['мμ', 'm'],
  ['рρ', 'p'],
  ['ԛ', 'q'],
  ['гᴦ', 'r'],
  ['ѕ', 's'],
  ['υս', 'u'],
  ['νѵ', 'v'],
  ['шщωѡԝ', 'w'],
  ['хχ', 'x'],
  ['уγүӯ', 'y'],
  ['з', '3'],
  ['б', '6'],
]
const latin = new Map(
  drawnAlike.flatMap(([letters, as]) => Array.from(letters).map(letter => [letter, as] as const)),
)

/** Confusable signs within Latin, alone or side by side. */
const hardToTell: readonly (readonly [signs: RegExp, as: string])[] = [
  [/[i1|!]/g, 'l'],
  [/0/g, 'o'],
  [/m/g, 'rn'],
  [/w/g, 'vv'],
  [/[_.-]+/g, '-'],
]

/**
 * Normalizes a nickname by its look: two confusable ones have the same skeleton, so impersonation fails. Case,
 * diacritics, look-alike letters of other scripts, full-width forms and invisible signs make no difference
 * (R5.05; after the confusables of Unicode TR 39).
 */
export function nicknameSkeleton(nickname: string): string {
  const small = nickname
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{C}\p{Default_Ignorable_Code_Point}\s]/gu, '')
    .toLowerCase()
    // Normalize again: some lower-case letters decompose only now.
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
  const plain = Array.from(small, letter => latin.get(letter) ?? letter).join('')
  return hardToTell.reduce((text, [signs, as]) => text.replaceAll(signs, as), plain)
}
