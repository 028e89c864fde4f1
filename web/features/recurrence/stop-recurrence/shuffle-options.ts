/**
 * The options of a question in an order of the reader's own, so that none gains by standing first (R13.16): the same
 * for this reader each time, also after Back and a reload; `other` comes last.
 */
export function shuffleOptions<Option extends { code: string }>(
  options: readonly Option[],
  readerId: string,
): Option[] {
  const rank = ({ code }: Option) => (code === 'other' ? Infinity : hashOf(`${code}/${readerId}/${code}`))
  return options.toSorted((one, other) => rank(one) - rank(other))
}

/** FNV-1a, 32 bits. */
const hashOf = (text: string): number =>
  Array.from(text).reduce((hash, sign) => Math.imul(hash ^ sign.charCodeAt(0), 16_777_619), 2_166_136_261) >>>
  0
