import { AddressInput } from '#contract/addresses/addresses.ts'
import type { Fault } from '#web/lib/call/api-error.ts'
import { faultsOf } from '#web/lib/call/faults-of.ts'
import {
  type AddressValues,
  addressNames,
  faultsOfCompany,
  sentAddress,
} from '#web/lib/forms/address-values.ts'

/** Validates the values by the contract's schema; empty required fields give `required` (R5.01). */
export const faultsOfAddress = (values: AddressValues): Fault[] => [
  ...faultsOf(AddressInput, sentAddress(values)).map(fault =>
    isEmpty(values, fault.field) ? { ...fault, key: 'required' } : fault,
  ),
  ...faultsOfCompany(values),
]

function isEmpty(values: AddressValues, field: string | undefined): boolean {
  const known = addressNames.find(each => each === field)
  return known !== undefined && values[known].trim() === ''
}
