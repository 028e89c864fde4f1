import type { Address, AddressInput } from '#contract/addresses/addresses.ts'
import { inSnakeCase } from '#server/platform/formats/in-snake-case.ts'
import type { addresses } from './tables.ts'

/** An address as the API sends it. */
export const toAddress = ({
  sourceKey: _sourceKey,
  userId: _userId,
  changedAt: _changedAt,
  ...row
}: typeof addresses.$inferSelect): Address => inSnakeCase(row)

/** Columns of an address from a request. */
export const toColumns = ({
  company_name: companyName,
  company_id: companyId,
  company_tax_id: companyTaxId,
  company_vat_id: companyVatId,
  ...same
}: AddressInput) => ({ ...same, companyName, companyId, companyTaxId, companyVatId })
