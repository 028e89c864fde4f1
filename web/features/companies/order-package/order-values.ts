import type { EndpointInput } from '#contract/endpoint.ts'
import type { OrderTerms } from '#contract/orders/order-terms.ts'
import { createOrder } from '#contract/orders/orders.ts'
import type { Fault } from '#web/lib/call/api-error.ts'
import { faultsOf } from '#web/lib/call/faults-of.ts'
import {
  type AddressName,
  addressInOrder,
  addressNames,
  addressValues,
  faultsAbroad,
  inOrder,
  type OrderedAddressName,
  sentAddress,
} from '#web/lib/forms/address-values.ts'
import type { Ordering } from './order-address.ts'

export type OrderField = 'method' | 'buyer_reference' | OrderedAddressName
/** Values of the form, by the wire's names; empty fields are empty texts. */
export type OrderValues = Readonly<Record<OrderField, string>>
type Body = EndpointInput<typeof createOrder>['body']

/** Initial values of the form. @param known the company's address as the reader has it, if there is one */
export const orderValues = (known: Partial<Record<AddressName, string | null>> = {}): OrderValues => ({
  method: 'card',
  buyer_reference: '',
  ...inOrder(addressValues({ ...known, type: 'invoice' })),
})

/**
 * Body of the order's call.
 *
 * @param shown.isKnown whether it is for an existing subscription, whose company is known
 */
export function orderBody(
  ordering: Ordering,
  values: OrderValues,
  shown: {
    price: { amount: number; currency: 'EUR' }
    returnUrl: string
    isKnown: boolean
    terms: Pick<OrderTerms, 'version'>
  },
): Body {
  const { price, returnUrl, isKnown, terms } = shown
  return {
    product: ordering.code,
    method: values.method === 'bank_transfer' ? 'bank_transfer' : 'card',
    ...('act' in ordering ? { shared: { subscription_id: ordering.id, act: ordering.act, price } } : {}),
    ...(values.buyer_reference.trim() && { buyer_reference: values.buyer_reference }),
    ...(isKnown ? {} : { address: { ...sentAddress(addressInOrder(values)), type: 'invoice' as const } }),
    agreed: { terms_version: terms.version },
    return_url: returnUrl,
  }
}

/** Validates an order by the contract's schema; an invoice needs the name and number of the company. */
export function faultsOfOrder(body: Body, terms: Pick<OrderTerms, 'sells_abroad'>): Fault[] {
  const faults = faultsOf(createOrder.body, body)
  const { address } = body
  if (!address) return faults
  const missing = (['company_name', 'company_id'] as const).filter(name => !address[name]?.trim())
  return [
    ...missing.map(name => ({ key: 'required', field: `address.${name}`, message: '' })),
    ...faultsAbroad(address, terms),
    ...faults.map(fault => (isEmpty(address, fault.field) ? { ...fault, key: 'required' } : fault)),
  ]
}

const isEmpty = (address: NonNullable<Body['address']>, field: string | undefined): boolean =>
  addressNames.some(name => field === `address.${name}` && !address[name]?.trim())
