import type { AddressInput } from '#contract/addresses/addresses.ts'
import type { EndpointRequest } from '#contract/endpoint.ts'
import { giftLatestDays } from '#contract/gifts/gift-terms.ts'
import { abroadIn } from '#contract/orders/abroad.ts'
import type { createOrder as endpoint } from '#contract/orders/orders.ts'
import { personalGroups } from '#contract/subscriptions/subscriptions.ts'
import { namesCompany } from '#server/modules/invoices/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { timeZone } from '#server/platform/clock.ts'
import { findSoldProduct } from './store.ts'

export type OrderInput = EndpointRequest<typeof endpoint>['body']
type Product = NonNullable<Awaited<ReturnType<typeof findSoldProduct>>>

/**
 * Refuses what can't be ordered.
 *
 * @param product what is sold under the code that was given
 * @param invoiced whom the invoice would be made out to, as far as the reader's addresses and the order tell
 * @throws AppError `product_not_sold`, `company_standard_not_sold`, `order_seats_invalid`, `gift_not_possible`,
 *   `gift_date_invalid`, `address_abroad`, `required`, `invalid_input`
 */
export function checkOrder(
  input: OrderInput,
  product: Product | undefined,
  invoiced: AddressInput | undefined,
  { now, sellsAbroad }: { now: Temporal.Instant; sellsAbroad: boolean },
): asserts product is Product {
  if (!product || product.priceCents === 0) throw new AppError({ key: 'product_not_sold', field: 'product' })
  // R1.22: a company is known by what it buys, and by whom the invoice is for.
  const isCompany = product.audience === 'company' || (invoiced && namesCompany(invoiced))
  if (personalGroups.has(product.group) && isCompany) {
    throw new AppError({ key: 'company_standard_not_sold', field: 'product' })
  }
  if (input.seats !== undefined && input.seats !== product.seats) {
    throw new AppError({ key: 'order_seats_invalid', field: 'seats' })
  }
  // A printed product needs a known delivery address.
  if (product.access.includes('print') && input.address?.type !== 'print') {
    throw new AppError({ key: 'required', field: 'address' })
  }
  if (input.shared && product.audience !== 'company') {
    throw new AppError({ key: 'product_not_sold', field: 'product' })
  }
  // Only what a company buys bears it.
  if (input.buyer_reference && product.audience !== 'company') {
    throw new AppError({ key: 'invalid_input', field: 'buyer_reference' })
  }
  // A company's invoice needs the company's data.
  if (product.audience === 'company') {
    const empty = (['company_name', 'company_id'] as const).filter(name => !invoiced?.[name])
    if (empty.length > 0)
      throw new AppError(empty.map(name => ({ key: 'required', field: `address.${name}` })))
  }
  for (const address of sellsAbroad ? [] : [input.address, invoiced]) {
    const field = address && abroadIn(address)
    // An address that is known, and not in the form, has no field there.
    if (field && address === input.address)
      throw new AppError({ key: 'address_abroad', field: `address.${field}` })
    if (field) throw new AppError('address_abroad')
  }
  // No invoice would be made out to it.
  if (!product.access.includes('print') && input.address?.type === 'print') {
    throw new AppError({ key: 'invalid_input', field: 'address.type' })
  }
  checkGift(input.gift, product, now)
}

function checkGift(gift: OrderInput['gift'], product: Product, now: Temporal.Instant): void {
  const isGift = product.audience === 'gift'
  if (isGift && gift === undefined) throw new AppError({ key: 'required', field: 'gift' })
  if (gift === undefined) return
  if (!isGift) throw new AppError({ key: 'gift_not_possible', field: 'gift' })
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate()
  const isPast = Temporal.PlainDate.compare(gift.date, today) < 0
  if (isPast || Temporal.PlainDate.compare(gift.date, today.add({ days: giftLatestDays })) > 0) {
    throw new AppError({ key: 'gift_date_invalid', field: 'gift.date' })
  }
}
