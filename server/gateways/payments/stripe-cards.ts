import type { Stripe } from 'stripe'
import type { GatewayCard } from './port.ts'

const brands: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' }

/**
 * A stored card of Stripe.
 *
 * @returns null for what can't be charged again: it has no card (e.g. Link), or belongs to no customer
 */
export function cardOf(
  customer: string | { id: string } | null,
  method: string | Stripe.PaymentMethod | null,
): GatewayCard | null {
  const customerId = typeof customer === 'string' ? customer : customer?.id
  if (customerId === undefined || method === null || typeof method === 'string' || !method.card) return null
  const { brand, last4, exp_month: month, exp_year: year } = method.card
  const printed = Temporal.PlainYearMonth.from({ year, month })
  return {
    token: `${customerId}/${method.id}`,
    brand: brands[brand] ?? brand,
    last4,
    validUntil: printed.toPlainDate({ day: printed.daysInMonth }).toString(),
  }
}
