import { createOrder } from '#contract/orders/orders.ts'
import type { AddressInput } from '#contract/addresses/addresses.ts'
import type { EndpointInput } from '#contract/endpoint.ts'
import type { Product } from '#contract/orders/products.ts'
import type { Fault } from '#web/lib/api-error.ts'
import { faultsOf } from '#web/lib/faults-of.ts'

const addressNames = [
  'type',
  'name',
  'surname',
  'street',
  'number',
  'city',
  'zip',
  'country',
  'company_name',
  'company_id',
  'company_tax_id',
  'company_vat_id',
] as const satisfies (keyof AddressInput)[]
const giftNames = ['email', 'name', 'date', 'message'] as const

export type AddressName = (typeof addressNames)[number]
export type OrderField =
  | 'method'
  | 'invoice'
  | `gift.${(typeof giftNames)[number]}`
  | `address.${AddressName}`

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
  'address.type': 'invoice',
  'address.name': '',
  'address.surname': '',
  'address.street': '',
  'address.number': '',
  'address.city': '',
  'address.zip': '',
  'address.country': 'SK',
  'address.company_name': '',
  'address.company_id': '',
  'address.company_tax_id': '',
  'address.company_vat_id': '',
})

/** Whether what is sold is carried to a door. */
export const isDelivered = ({ access }: Pick<Product, 'access'>): boolean => access.includes('print')

/** The values of the address alone. */
export const addressOf = (values: OrderValues): Record<AddressName, string> => {
  const entries = addressNames.map(name => [name, values[`address.${name}`]])
  // The names are exactly those of the type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(entries) as Record<AddressName, string>
}

/** The call that orders what stands in the form. */
export function orderBody(
  product: Product,
  values: OrderValues,
  returnUrl: string,
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
      address: { ...addressOf(values), type },
    }),
    return_url: returnUrl,
  }
}

/** What is wrong with the values, by the contract's own rules; of an empty field that it is empty (R5.01). */
export const faultsOfOrder = (product: Product, values: OrderValues, returnUrl: string): Fault[] =>
  faultsOf(createOrder.body, orderBody(product, values, returnUrl)).map(fault =>
    fault.field !== undefined && isEmpty(values, fault.field) ? { ...fault, key: 'required' } : fault,
  )

const isEmpty = (values: OrderValues, field: string): boolean =>
  Object.entries(values).some(([name, value]) => name === field && value.trim() === '')
