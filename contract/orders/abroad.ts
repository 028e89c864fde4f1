/** Country in which the publisher sells. */
export const homeCountry = 'SK'

/**
 * What of an address is of another country, where orders are not taken if the publisher does not sell abroad (R11.05).
 *
 * @returns the field that says so; undefined for an address at home
 */
export function abroadIn(address: {
  country: string
  company_vat_id?: string | null | undefined
}): 'country' | 'company_vat_id' | undefined {
  if (address.country !== homeCountry) return 'country'
  const vatId = address.company_vat_id?.trim().toUpperCase() ?? ''
  return vatId === '' || vatId.startsWith(homeCountry) ? undefined : 'company_vat_id'
}
