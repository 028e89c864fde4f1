/** Countries whose postcode is five digits, written with a space after the third or without it. */
const fiveDigitCountries = new Set(['SK', 'CZ'])
const fiveDigits = /^\d{3} ?\d{2}$/
const anyZip = /^[\p{L}\p{N}][\p{L}\p{N} -]{0,11}$/u

/** Whether an address in the country has to have a postcode; some countries have none. */
export const needsZip = (country: string): boolean => fiveDigitCountries.has(country)

/** Whether a text has the form of the country's postcode (R5.09). */
export const isZip = (zip: string, country: string): boolean =>
  (needsZip(country) ? fiveDigits : anyZip).test(zip)

/** The postcode as it is printed: `811 01`. */
export const printedZip = (zip: string, country: string): string =>
  needsZip(country) ? zip.replace(/^(\d{3}) ?(\d{2})$/, '$1\u00a0$2') : zip
