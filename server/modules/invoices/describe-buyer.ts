import type { AddressInput } from '#contract/addresses/addresses.ts'
import type { Locale } from '#contract/wire.ts'
import type { Buyer } from './document-content.ts'

/**
 * The buyer on a document.
 *
 * @param reader whose payment it is
 * @param address for invoices; without one the reader is known by name and e-mail only
 * @param reference a company's own number of its order (BT-13)
 */
export const describeBuyer = (
  reader: { email: string; name: string | null },
  address: AddressInput | undefined,
  reference: string | null,
): Buyer => ({
  company: address?.company_name ?? null,
  person: address ? `${address.name} ${address.surname}` : reader.name,
  address: address
    ? {
        // A village without streets: its name stands before the number.
        street: `${address.street ?? address.city} ${address.number}`,
        zip: address.zip,
        city: address.city,
        country: address.country,
      }
    : null,
  companyId: address?.company_id ?? null,
  taxId: address?.company_tax_id ?? null,
  vatId: address?.company_vat_id ?? null,
  email: reader.email,
  reference,
  printed: [],
})

/** Name and address as printed: company first, then person, then address. */
export function buyerLines({ printed, company, person, address }: Buyer, locale: Locale): string[] {
  if (printed.length > 0) return printed
  const names = [company, person].filter(name => name !== null)
  if (!address) return names
  const { street, zip, city, country } = address
  const town = [zip, city].filter(Boolean).join('\u00a0\u00a0')
  return [...names, street, town, countryName(country, locale)]
}

const countryName = (code: string, locale: Locale): string =>
  new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code
