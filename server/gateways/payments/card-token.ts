import type { PaymentGateway } from './port.ts'

/**
 * Stripe needs both the customer and the payment method to charge a card again, so our token of a card is both. What
 * Stripe kept before it had payment methods (`card_…`, `src_…`) serves as one.
 */
const stripeToken = /^(cus_\w+)\/((?:pm|card|src)_\w+)$/

/** Both parts of a token of Stripe's; undefined when it is none. */
export function parseStripeToken(token: string): { customer: string; paymentMethod: string } | undefined {
  const [, customer, paymentMethod] = stripeToken.exec(token) ?? []
  return customer !== undefined && paymentMethod !== undefined ? { customer, paymentMethod } : undefined
}

/**
 * What is wrong with a card's token that was kept elsewhere, as far as its form tells.
 *
 * @returns a sentence for whoever wrote it; undefined when the gateway can know it
 */
export function cardTokenFault(gateway: PaymentGateway['name'], token: string): string | undefined {
  if (gateway !== 'stripe' || parseStripeToken(token)) return undefined
  return 'is not a token of Stripe\'s; give the customer and the payment method, e.g. "cus_NffrFeUfNV2Hib/pm_1MqLiJLkdIwHu7ix".'
}
