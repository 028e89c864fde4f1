import { bareSymbol } from '#server/modules/orders/index.ts'

/** Slovak banks write all three symbols into one field, in this or another order: `/VS123/SS/KS0308`. */
const inReference = /\/VS\s*(\d{1,10})(?=\/|$)/i

/** Free text: `VS 123`, `VS: 0123`, `variabilný symbol 123`. */
const inWords = /(?:^|[^\p{L}\d])(?:VS|v\.\s?s\.|variab\p{L}*\s+symb\p{L}*)[\s.:=]*(\d{1,10})(?!\d)/iu

/** Digits only. */
const alone = /^\s*(\d{1,10})\s*$/

/**
 * Parses the variable symbol of an entry: the first of its texts with one decides.
 *
 * @param texts the reference of the payment first, then what was written to the receiver
 * @returns digits without leading zeros; null when there is none
 */
export function findVariableSymbol(texts: readonly string[]): string | null {
  for (const text of texts) {
    const symbol = (inReference.exec(text) ?? inWords.exec(text) ?? alone.exec(text))?.[1]
    if (symbol !== undefined && !/^0*$/.test(symbol)) return bareSymbol(symbol)
  }
  return null
}
