import type { Xml } from '#server/platform/formats/write-xml.ts'
import type { Buyer, Supplier } from '../document-content.ts'

/** Scheme of the Slovak company number (IČO), ISO 6523. */
const companyIdScheme = '0158'

/** Where a party takes e-invoices: by its tax number (DIČ), where only its company number is known by that. */
export const endpointOf = (buyer: Buyer, scheme: string): { scheme: string; id: string } | undefined => {
  // A Slovak VAT number is the tax number after the country's code.
  const taxId = buyer.taxId ?? buyer.vatId?.slice(2)
  if (taxId !== undefined) return { scheme, id: taxId }
  return buyer.companyId === null ? undefined : { scheme: companyIdScheme, id: buyer.companyId }
}

/** The seller (BG-4). */
export const supplierParty = (supplier: Supplier): Xml => ({
  'cbc:EndpointID': identifier({ scheme: supplier.endpointScheme, id: supplier.taxId }),
  'cac:PartyName': { 'cbc:Name': supplier.name },
  'cac:PostalAddress': addressOf(supplier),
  'cac:PartyTaxScheme': vatNumber(supplier.vatId),
  'cac:PartyLegalEntity': {
    'cbc:RegistrationName': supplier.name,
    'cbc:CompanyID': identifier({ scheme: companyIdScheme, id: supplier.companyId }),
    'cbc:CompanyLegalForm': supplier.register,
  },
})

/** The buyer (BG-7), of the seller's own country. */
export function buyerParty(buyer: Buyer, endpointScheme: string): Xml {
  const endpoint = endpointOf(buyer, endpointScheme)
  const { address, company } = buyer
  if (!endpoint || !address || company === null) throw new TypeError('A buyer who takes no e-invoices')
  return {
    'cbc:EndpointID': identifier(endpoint),
    'cac:PartyName': { 'cbc:Name': company },
    'cac:PostalAddress': addressOf(address),
    ...(buyer.vatId === null ? {} : { 'cac:PartyTaxScheme': vatNumber(buyer.vatId) }),
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': company,
      ...(buyer.companyId === null
        ? {}
        : { 'cbc:CompanyID': identifier({ scheme: companyIdScheme, id: buyer.companyId }) }),
    },
    'cac:Contact': { 'cbc:Name': buyer.person ?? company, 'cbc:ElectronicMail': buyer.email },
  }
}

const identifier = ({ scheme, id }: { scheme: string; id: string }): Xml => ({
  '@_schemeID': scheme,
  '#text': id,
})

const addressOf = (address: NonNullable<Buyer['address']>): Xml => ({
  'cbc:StreetName': address.street,
  'cbc:CityName': address.city,
  'cbc:PostalZone': address.zip ?? undefined,
  'cac:Country': { 'cbc:IdentificationCode': address.country },
})

const vatNumber = (id: string): Xml => ({ 'cbc:CompanyID': id, 'cac:TaxScheme': { 'cbc:ID': 'VAT' } })
