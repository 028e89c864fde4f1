/** Largest amount in cents that fits a PostgreSQL integer, rounded down. */
const mostCents = 2_000_000_000

/** Cents of an amount in XML, e.g. `1234.5`; undefined when it is none, or not of whole cents. */
export function readCents(text: string): number | undefined {
  const [, whole = '', cents = ''] = /^(\d{1,12})(?:\.(\d{1,2})0{0,3})?$/.exec(text) ?? []
  return whole === '' ? undefined : toCents('', whole, cents)
}

/**
 * Parses the cents of an amount in a bank's CSV: `1234,50`, `-12,00`, `1 234,5`, `1.234,50`, `1234.50`.
 *
 * @returns undefined when it is invalid, or ambiguous like `1.234`, which might be a thousand
 */
export function readWrittenCents(text: string): number | undefined {
  const plain = text.replaceAll(/[\s\u00a0\u202f]/g, '').replace('\u2212', '-')
  const parts =
    /^([+-]?)(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(plain) ??
    /^([+-]?)(\d{1,3}(?:\.\d{3})+),(\d{1,2})$/.exec(plain)
  if (!parts) return undefined
  const [, sign = '', whole = '', cents = ''] = parts
  return toCents(sign, whole.replaceAll('.', ''), cents)
}

function toCents(sign: string, whole: string, cents: string): number | undefined {
  const value = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  if (value > mostCents) return undefined
  return sign === '-' && value > 0 ? -value : value
}
