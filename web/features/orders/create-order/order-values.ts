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

/** What stands in the form by the wire's names; nothing typed is an empty text. `invoice` is `yes` when one is wanted. */
export type OrderValues = Readonly<Record<OrderField, string>>

/** How an order begins: by card, for today where it is a gift. */
export const emptyOrder = (today: string): OrderValues => ({
  method: 'card',
  invoice: '',
  'gift.email': '',
  'gift.name': '',
  'gift.date': today,
  'gift.message': '',
  ...inOrder(addressValues()),
})

/** Whether what is sold is carried to a door. */
export const isDelivered = ({ access }: Pick<Product, 'access'>): boolean => access.includes('print')

/**
 * The call that orders what stands in the form.
 *
 * @param shown.price what the reader was shown; not given, it is the product's own
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

/** What is wrong with the values, by the contract's own rules; of an empty field that it is empty (R5.01). */
export const faultsOfOrder = (product: Product, values: OrderValues, returnUrl: string): Fault[] =>
  faultsOf(createOrder.body, orderBody(product, values, { returnUrl })).map(fault =>
    fault.field !== undefined && isEmpty(values, fault.field) ? { ...fault, key: 'required' } : fault,
  )

const isEmpty = (values: OrderValues, field: string): boolean =>
  Object.entries(values).some(([name, value]) => name === field && value.trim() === '')
