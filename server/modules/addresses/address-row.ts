import type { Address, AddressInput } from '#contract/addresses/addresses.ts'
import type { addresses } from './tables.ts'

/** An address as the API sends it. */
export const toAddress = (row: typeof addresses.$inferSelect): Address => ({
  id: row.id,
  type: row.type,
  name: row.name,
  surname: row.surname,
  street: row.street,
  number: row.number,
  city: row.city,
  zip: row.zip,
  country: row.country,
  company_name: row.companyName,
  company_id: row.companyId,
  company_tax_id: row.companyTaxId,
  company_vat_id: row.companyVatId,
})

/** Columns of an address from a request. */
export const toColumns = ({
  company_name: companyName,
  company_id: companyId,
  company_tax_id: companyTaxId,
  company_vat_id: companyVatId,
  ...same
}: AddressInput) => ({ ...same, companyName, companyId, companyTaxId, companyVatId })
