import type { Locale } from '#contract/wire.ts'
import type { Buyer } from './document-content.ts'
import type { findInvoiceAddresses } from './store.ts'

type Address = NonNullable<ReturnType<Awaited<ReturnType<typeof findInvoiceAddresses>>['get']>>

/**
 * Who a document is made out to.
 *
 * @param reader whose payment it is
 * @param address for invoices; without one the reader is known by name and e-mail only
 */
export function describeBuyer(
  reader: { email: string; name: string | null; locale: Locale },
  address: Address | undefined,
): Buyer {
  if (!address) {
    const lines = reader.name === null ? [] : [reader.name]
    return { lines, companyId: null, taxId: null, vatId: null, email: reader.email }
  }
  const place = [address.zip, address.city].filter(Boolean).join('\u00a0\u00a0')
  return {
    lines: [
      ...(address.companyName === null ? [] : [address.companyName]),
      `${address.name} ${address.surname}`,
      // A village without streets: its name stands before the number.
      `${address.street ?? address.city} ${address.number}`,
      place,
      countryName(address.country, reader.locale),
    ],
    companyId: address.companyId,
    taxId: address.companyTaxId,
    vatId: address.companyVatId,
    email: reader.email,
  }
}

const countryName = (code: string, locale: Locale): string =>
  new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code
