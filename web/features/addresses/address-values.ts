import type { Address } from '#contract/addresses/addresses.ts'
import { AddressInput } from '#contract/addresses/addresses.ts'
import type { Fault } from '#web/lib/api-error.ts'
import { faultsOf } from '#web/lib/faults-of.ts'

const personFields = ['type', 'name', 'surname', 'street', 'number', 'city', 'zip', 'country'] as const
export const companyFields = ['company_name', 'company_id', 'company_tax_id', 'company_vat_id'] as const

export type AddressField = (typeof personFields)[number] | (typeof companyFields)[number]
/** What stands in the fields of the form; nothing typed is an empty text. */
export type AddressValues = Readonly<Record<AddressField, string>>

const empty: AddressValues = {
  type: 'print',
  name: '',
  surname: '',
  street: '',
  number: '',
  city: '',
  zip: '',
  country: 'SK',
  company_name: '',
  company_id: '',
  company_tax_id: '',
  company_vat_id: '',
}

/** What the form starts with: an address that is there, or nothing. */
export function valuesOf(address: Address | undefined): AddressValues {
  if (!address) return empty
  const values: Record<AddressField, string> = { ...empty }
  for (const field of [...personFields, ...companyFields]) values[field] = address[field] ?? ''
  return values
}

/** What is wrong with the values, by the contract's own rules; of an empty field that it is empty (R5.01). */
export const faultsOfAddress = (values: AddressValues): Fault[] =>
  faultsOf(AddressInput, values).map(fault =>
    isEmpty(values, fault.field) ? { ...fault, key: 'required' } : fault,
  )

function isEmpty(values: AddressValues, field: string | undefined): boolean {
  const known = [...personFields, ...companyFields].find(each => each === field)
  return known !== undefined && values[known].trim() === ''
}
