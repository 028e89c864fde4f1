import type { AddressInput } from '#contract/addresses/addresses.ts'
import type { Locale } from '#contract/wire.ts'
import type { Buyer } from './document-content.ts'

/**
 * The buyer on a document.
 *
 * @param reader whose payment it is
 * @param address for invoices; without one the reader is known by name and e-mail only
 */
export function describeBuyer(
  reader: { email: string; name: string | null; locale: Locale },
  address: AddressInput | undefined,
): Buyer {
  if (!address) {
    const lines = reader.name === null ? [] : [reader.name]
    return { lines, companyId: null, taxId: null, vatId: null, email: reader.email }
  }
  const place = [address.zip, address.city].filter(Boolean).join('\u00a0\u00a0')
  return {
    lines: [
      ...(address.company_name === null ? [] : [address.company_name]),
      `${address.name} ${address.surname}`,
      // A village without streets: its name stands before the number.
      `${address.street ?? address.city} ${address.number}`,
      place,
      countryName(address.country, reader.locale),
    ],
    companyId: address.company_id,
    taxId: address.company_tax_id,
    vatId: address.company_vat_id,
    email: reader.email,
  }
}

const countryName = (code: string, locale: Locale): string =>
  new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code
