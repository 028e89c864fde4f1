import type { AddressInput } from '#contract/addresses/addresses.ts'
import { isCountry } from '#contract/addresses/countries.ts'
import { abroadIn } from '#contract/orders/abroad.ts'
import { readStored } from '../browser/storage.ts'
import type { Fault } from '../call/api-error.ts'
import type { FieldControl } from './use-form.ts'

/** The fields of a company's address, beyond those of a person's. */
export const companyNames = ['company_name', 'company_id', 'company_tax_id', 'company_vat_id'] as const
/** All fields of an address, by the wire's names. */
export const addressNames = [
  'type',
  'name',
  'surname',
  'street',
  'number',
  'city',
  'zip',
  'country',
  ...companyNames,
] as const satisfies (keyof AddressInput)[]

export type AddressName = (typeof addressNames)[number]
/** The fields, and whether the address is a company's: `yes` or empty, which only the form knows. */
export type AddressFormName = AddressName | 'is_company'
const formNames: readonly AddressFormName[] = [...addressNames, 'is_company']
/** Values of an address's fields; empty fields are empty texts. */
export type AddressValues = Readonly<Record<AddressFormName, string>>
/** A field of an address that is part of an order. */
export type OrderedAddressName = `address.${AddressFormName}`
export type OrderedAddressValues = Readonly<Record<OrderedAddressName, string>>

/** Controls for the fields of an address, in any form. */
export type AddressControls = {
  field: (name: AddressName) => FieldControl
  values: AddressValues
  /** Sets a field's value. */
  setValue: (name: AddressFormName, value: string) => void
}

/** Initial values of the fields. @param known an existing address, or a part of one */
export function addressValues(known: Partial<Record<AddressName, string | null>> = {}): AddressValues {
  // The names are exactly those of the type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const values = Object.fromEntries(addressNames.map(name => [name, known[name] ?? ''])) as Record<
    AddressName,
    string
  >
  return {
    ...values,
    type: known.type ?? 'invoice',
    country: known.country ?? startCountry(),
    is_company: known.company_name ? 'yes' : '',
  }
}

/** The address alone, as it is sent. */
export const sentAddress = ({
  is_company: _isCompany,
  ...address
}: AddressValues): Record<AddressName, string> => address

/**
 * The fault of an address that is said to be a company's and has no name of one: without it, it would be taken for a
 * person's.
 *
 * @param within `address.` where it is part of an order
 */
export const faultsOfCompany = (values: AddressValues, within: '' | 'address.' = ''): Fault[] =>
  values.is_company === 'yes' && values.company_name.trim() === ''
    ? [{ key: 'required', field: `${within}company_name`, message: '' }]
    : []

/** The country chosen last in this browser (R10.06), if valid. */
function startCountry(): string {
  const chosen = readStored('storeCountry')
  return chosen !== undefined && isCountry(chosen) ? chosen : 'SK'
}

/** The same as part of an order. */
export const inOrder = (values: AddressValues): OrderedAddressValues =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are exactly those of the type
  Object.fromEntries(formNames.map(name => [`address.${name}`, values[name]])) as OrderedAddressValues

/** The address of an order alone. */
export const addressInOrder = (values: OrderedAddressValues): AddressValues =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are exactly those of the type
  Object.fromEntries(formNames.map(name => [name, values[`address.${name}`]])) as AddressValues

/** The fields of an address within a form that has them as part of an order. */
export const addressControls = (form: {
  field: (name: OrderedAddressName) => FieldControl
  values: OrderedAddressValues
  setValue: (name: OrderedAddressName, value: string) => void
}): AddressControls => ({
  field: name => form.field(`address.${name}`),
  values: addressInOrder(form.values),
  setValue: (name, value) => form.setValue(`address.${name}`, value),
})

/** The fault of an order's address abroad, where the publisher does not sell there (R11.05). */
export function faultsAbroad(
  address: Parameters<typeof abroadIn>[0] | undefined,
  { sells_abroad: sellsAbroad }: { sells_abroad: boolean },
): Fault[] {
  const field = address && !sellsAbroad ? abroadIn(address) : undefined
  return field ? [{ key: 'address_abroad', field: `address.${field}`, message: '' }] : []
}
