/** Letters that Unicode does not decompose into a letter and its mark. */
const letters: Record<string, string> = { ł: 'l', đ: 'd', ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' }

/**
 * Search text of an item: its names first, then its details, each once. The bars mark where a name begins.
 *
 * @param names in each language
 * @param details in each language, where there are any
 */
export function searchTextOf(names: readonly string[], details: readonly (string | null)[]): string {
  const once = (texts: readonly (string | null)[]) => [
    ...new Set(texts.map(text => normaliseName(text ?? ''))),
  ]
  return [...once(names).map(name => `| ${name}`), ...once(details)].join(' ').trim()
}

/**
 * Normalizes a text for searching: lower case without diacritics, words separated by single spaces. „Šťastný, Ján“ is
 * `stastny jan`, so it is found whichever way it is typed.
 */
export const normaliseName = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[łđøßæœı]/g, letter => letters[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
