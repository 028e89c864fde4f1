import type { EndpointInput } from '#contract/endpoint.ts'
import type { OrderTerms } from '#contract/orders/order-terms.ts'
import { createOrder } from '#contract/orders/orders.ts'
import type { Product } from '#contract/orders/products.ts'
import type { PurchasePlan } from '#contract/orders/purchase-plan.ts'
import type { Fault } from '#web/lib/call/api-error.ts'
import { faultsOf } from '#web/lib/call/faults-of.ts'
import {
  addressInOrder,
  addressValues,
  faultsAbroad,
  faultsOfCompany,
  inOrder,
  type OrderedAddressName,
  sentAddress,
} from '#web/lib/forms/address-values.ts'

const giftNames = ['email', 'name', 'date', 'message'] as const

export type OrderField =
  | 'method'
  | 'invoice'
  | 'agreed.begin_at_once'
  | `gift.${(typeof giftNames)[number]}`
  | OrderedAddressName

/**
 * Values of the form by the wire's names; empty fields are empty texts. `invoice` is `yes` when one is wanted, as is
 * `agreed.begin_at_once`.
 */
export type OrderValues = Readonly<Record<OrderField, string>>

/** Initial values: by card; a gift for today. */
export const emptyOrder = (today: string): OrderValues => ({
  method: 'card',
  invoice: '',
  'agreed.begin_at_once': '',
  'gift.email': '',
  'gift.name': '',
  'gift.date': today,
  'gift.message': '',
  ...inOrder(addressValues()),
})

/** Whether the product is delivered in print. */
export const isDelivered = ({ access }: Pick<Product, 'access'>): boolean => access.includes('print')

/** What the page showed beside the fields. */
type Shown = {
  returnUrl: string
  terms: OrderTerms
  plan: Pick<PurchasePlan, 'begins' | 'later' | 'price' | 'invoice_abroad'>
}

/** Whether the buyer is asked to request that it begins at once: where that makes a difference, or it cannot wait. */
export const asksToBegin = ({ audience }: Product, { begins, later }: Shown['plan']): boolean =>
  audience !== 'gift' && (begins === 'instead' || later !== null)

/** Body of the order's call, from the form's values. */
export function orderBody(
  product: Product,
  values: OrderValues,
  { returnUrl, terms, plan }: Shown,
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
    ...((isDelivered(product) || plan.invoice_abroad || values.invoice === 'yes') && {
      address: { ...sentAddress(addressInOrder(values)), type },
    }),
    price: plan.price,
    agreed: {
      terms_version: terms.version,
      withdrawal_version: terms.withdrawal.version,
      begin_at_once: asksToBegin(product, plan) && values['agreed.begin_at_once'] === 'yes',
    },
    return_url: returnUrl,
  }
}

/** Validates the values as the server does; empty required fields give `required` (R5.01). */
export function faultsOfOrder(product: Product, values: OrderValues, shown: Shown): Fault[] {
  const body = orderBody(product, values, shown)
  const needsRequest = shown.plan.begins === 'instead' && body.agreed.begin_at_once !== true
  return [
    ...faultsOf(createOrder.body, body).map(fault =>
      fault.field !== undefined && isEmpty(values, fault.field) ? { ...fault, key: 'required' } : fault,
    ),
    ...(body.address ? faultsOfCompany(addressInOrder(values), 'address.') : []),
    ...faultsAbroad(body.address, shown.terms),
    ...(needsRequest ? [{ key: 'begin_at_once_required', field: 'agreed.begin_at_once', message: '' }] : []),
  ]
}

const isEmpty = (values: OrderValues, field: string): boolean =>
  Object.entries(values).some(([name, value]) => name === field && value.trim() === '')
