import type { AddressInput } from '#contract/addresses/addresses.ts'
import type { EndpointInput } from '#contract/endpoint.ts'
import { createOrder } from '#contract/orders/orders.ts'
import type { Fault } from '#web/lib/api-error.ts'
import { faultsOf } from '#web/lib/faults-of.ts'
import type { Ordering } from './order-address.ts'

const emptyAddress = {
  type: 'invoice',
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
} as const satisfies Record<keyof AddressInput, string>

export type AddressName = keyof AddressInput
export type AddressValues = Readonly<Record<AddressName, string>>
export type OrderField = 'method' | `address.${AddressName}`
/** What stands in the form, by the wire's names; nothing typed is an empty text. */
export type OrderValues = Readonly<Record<OrderField, string>>
type Body = EndpointInput<typeof createOrder>['body']

// Object.keys forgets the names' types.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const addressNames = Object.keys(emptyAddress) as AddressName[]

/**
 * What the form begins with.
 *
 * @param known the company's address as the reader has it, if there is one
 */
export function orderValues(known: Partial<Record<AddressName, string | null>> = {}): OrderValues {
  const address = addressNames.map(name => [
    `address.${name}`,
    name === 'type' ? 'invoice' : (known[name] ?? emptyAddress[name]),
  ])
  // The names are exactly those of the type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { method: 'card', ...Object.fromEntries(address) } as OrderValues
}

/** The values of the address alone. */
export const addressOf = (values: OrderValues): AddressValues => {
  const entries = addressNames.map(name => [name, values[`address.${name}`]])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(entries) as AddressValues
}

/** The call that orders; for a subscription that is there the company is known. */
export function orderBody(
  ordering: Ordering,
  values: OrderValues,
  { price, returnUrl }: { price: { amount: number; currency: 'EUR' }; returnUrl: string },
): Body {
  return {
    product: ordering.code,
    method: values.method === 'bank_transfer' ? 'bank_transfer' : 'card',
    ...('act' in ordering
      ? { shared: { subscription_id: ordering.id, act: ordering.act, price } }
      : { address: { ...addressOf(values), type: 'invoice' as const } }),
    return_url: returnUrl,
  }
}

/** What is wrong with an order, by the contract's own rules; an invoice needs the name and number of the company. */
export function faultsOfOrder(body: Body): Fault[] {
  const faults = faultsOf(createOrder.body, body)
  const { address } = body
  if (!address) return faults
  const missing = (['company_name', 'company_id'] as const).filter(name => !address[name]?.trim())
  return [
    ...missing.map(name => ({ key: 'required', field: `address.${name}`, message: '' })),
    ...faults.map(fault => (isEmpty(address, fault.field) ? { ...fault, key: 'required' } : fault)),
  ]
}

const isEmpty = (address: NonNullable<Body['address']>, field: string | undefined): boolean =>
  addressNames.some(name => field === `address.${name}` && !address[name]?.trim())
