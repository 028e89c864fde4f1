/**
 * Whether a text is an international bank account number with the right check digits (ISO 13616).
 *
 * @param text without spaces, in capitals
 */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(text)) return false
  const digits = `${text.slice(4)}${text.slice(0, 4)}`.replaceAll(/[A-Z]/g, letter =>
    String(letter.charCodeAt(0) - 55),
  )
  return BigInt(digits) % 97n === 1n
}

/** An IBAN as it is stored, without spaces and in capitals. */
export const plainIban = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase()
