import type { EndpointInput } from '#contract/endpoint.ts'
import { createOrder } from '#contract/orders/orders.ts'
import type { Product } from '#contract/orders/products.ts'
import type { Money } from '#contract/wire.ts'
import type { Fault } from '#web/lib/call/api-error.ts'
import { faultsOf } from '#web/lib/call/faults-of.ts'
import {
  addressInOrder,
  addressValues,
  inOrder,
  type OrderedAddressName,
} from '#web/lib/forms/address-values.ts'

const giftNames = ['email', 'name', 'date', 'message'] as const

export type OrderField = 'method' | 'invoice' | `gift.${(typeof giftNames)[number]}` | OrderedAddressName

/**
 * Values of the form by the wire's names; empty fields are empty texts. `invoice` is `yes` when one is wanted.
 */
export type OrderValues = Readonly<Record<OrderField, string>>

/** Initial values: by card; a gift for today. */
export const emptyOrder = (today: string): OrderValues => ({
  method: 'card',
  invoice: '',
  'gift.email': '',
  'gift.name': '',
  'gift.date': today,
  'gift.message': '',
  ...inOrder(addressValues()),
})

/** Whether the product is delivered in print. */
export const isDelivered = ({ access }: Pick<Product, 'access'>): boolean => access.includes('print')

/**
 * Body of the order's call, from the form's values.
 *
 * @param shown.price the displayed price; the product's own when not given
 */
export function orderBody(
  product: Product,
  values: OrderValues,
  shown: { returnUrl: string; price?: Money | undefined },
): EndpointInput<typeof createOrder>['body'] {
  const type = isDelivered(product) ? ('print' as const) : ('invoice' as const)
  return {
    product: product.code,
    method: values.method === 'bank_transfer' ? 'bank_transfer' : 'card',
    ...(product.audience === 'gift' && {
      gift: {
        email: values['gift.email'],
        date: values['gift.date'],
        name: values['gift.name'],
        message: values['gift.message'],
      },
    }),
    ...((isDelivered(product) || values.invoice === 'yes') && {
      address: { ...addressInOrder(values), type },
    }),
    ...(shown.price && { price: shown.price }),
    return_url: shown.returnUrl,
  }
}

/** Validates the values by the contract's schema; empty required fields give `required` (R5.01). */
export const faultsOfOrder = (product: Product, values: OrderValues, returnUrl: string): Fault[] =>
  faultsOf(createOrder.body, orderBody(product, values, { returnUrl })).map(fault =>
    fault.field !== undefined && isEmpty(values, fault.field) ? { ...fault, key: 'required' } : fault,
  )

const isEmpty = (values: OrderValues, field: string): boolean =>
  Object.entries(values).some(([name, value]) => name === field && value.trim() === '')
