/**
 * Numbers of companies. A wrong form is refused (`company_*_invalid`); a form that is right with a check digit that
 * is wrong is only warned of, since registers hold a few such numbers too.
 */
type Country = string

const eightDigits = /^\d{8}$/
/** Formats of other countries: letters of any script, digits and a few signs. */
const anyNumber = /^[\p{L}\p{N}][\p{L}\p{N} ./-]{1,29}$/u

/** IČO: eight digits in Slovakia and Czechia. */
export const isCompanyId = (id: string, country: Country): boolean =>
  isNear(country) ? eightDigits.test(id) : anyNumber.test(id)

/** DIČ: ten digits in Slovakia, CZ and eight to ten digits in Czechia. */
export function isTaxId(id: string, country: Country): boolean {
  if (country === 'SK') return /^\d{10}$/.test(id)
  return country === 'CZ' ? /^(CZ)?\d{8,10}$/.test(id) : anyNumber.test(id)
}

/** IČ DPH: the country's letters and digits; ten of them in Slovakia, eight to ten in Czechia. */
export function isVatId(id: string, country: Country): boolean {
  if (country === 'SK') return /^SK\d{10}$/.test(id)
  return country === 'CZ' ? /^CZ\d{8,10}$/.test(id) : anyNumber.test(id)
}

/**
 * Whether the last digit of an IČO follows from the others: weights 8 to 2, eleven minus the sum modulo eleven.
 *
 * @param id an IČO of the right form
 */
export function hasCompanyIdCheckDigit(id: string): boolean {
  const digits = Array.from(id, Number)
  const sum = digits.slice(0, 7).reduce((total, digit, index) => total + digit * (8 - index), 0)
  return (11 - (sum % 11)) % 10 === digits[7]
}

/**
 * Whether the ten digits of a Slovak DIČ of a taxpayer for VAT are divisible by eleven, as all of them are.
 *
 * @param id ten digits, with SK before them or without
 */
export const hasVatIdCheckDigit = (id: string): boolean => Number(id.replace(/^SK/, '')) % 11 === 0

/** Fields of an address that are right in form but are likely mistyped: for a warning, never a refusal. */
export function suspiciousNumbers(address: {
  country: Country
  company_id: string | null
  company_vat_id: string | null
}): ('company_id' | 'company_vat_id')[] {
  const { country, company_id: id, company_vat_id: vatId } = address
  const suspicious: ('company_id' | 'company_vat_id')[] = []
  if (id !== null && isNear(country) && isCompanyId(id, country) && !hasCompanyIdCheckDigit(id)) {
    suspicious.push('company_id')
  }
  if (vatId !== null && country === 'SK' && isVatId(vatId, country) && !hasVatIdCheckDigit(vatId)) {
    suspicious.push('company_vat_id')
  }
  return suspicious
}

const isNear = (country: Country) => country === 'SK' || country === 'CZ'
