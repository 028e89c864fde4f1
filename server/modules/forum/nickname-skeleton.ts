/**
 * Letters that stand for others in the eye, after capital letters were made small. The first two rows are letters of
 * Latin that Unicode does not take apart; then Cyrillic, Greek and Armenian ones that are drawn like Latin ones.
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

/** Latin itself has signs that are hard to tell apart, alone or side by side. */
const hardToTell: readonly (readonly [signs: RegExp, as: string])[] = [
  [/[i1|!]/g, 'l'],
  [/0/g, 'o'],
  [/m/g, 'rn'],
  [/w/g, 'vv'],
  [/[_.-]+/g, '-'],
]

/**
 * What a nickname looks like: two that a reader could take for each other have the same skeleton. Case, diacritics,
 * letters of other scripts that are drawn alike, full-width forms and signs that are not seen make no difference
 * (R5.05; after the confusables of Unicode TR 39).
 */
export function nicknameSkeleton(nickname: string): string {
  const small = nickname
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{C}\p{Default_Ignorable_Code_Point}\s]/gu, '')
    .toLowerCase()
    // Some small letters come apart only now.
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
  const plain = Array.from(small, letter => latin.get(letter) ?? letter).join('')
  return hardToTell.reduce((text, [signs, as]) => text.replaceAll(signs, as), plain)
}
