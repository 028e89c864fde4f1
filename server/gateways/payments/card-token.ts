import type { PaymentGateway } from './port.ts'

/**
 * Stripe needs both the customer and the payment method to charge a card again, so our card token is both. Legacy ids
 * from before payment methods (`card_…`, `src_…`) serve as one.
 */
const stripeToken = /^(cus_\w+)\/((?:pm|card|src)_\w+)$/

/** Both parts of a Stripe token; undefined when it is invalid. */
export function parseStripeToken(token: string): { customer: string; paymentMethod: string } | undefined {
  const [, customer, paymentMethod] = stripeToken.exec(token) ?? []
  return customer !== undefined && paymentMethod !== undefined ? { customer, paymentMethod } : undefined
}

/**
 * Fault in the form of an imported card token.
 *
 * @returns a sentence for the file's author; undefined when the form is right
 */
export function cardTokenFault(gateway: PaymentGateway['name'], token: string): string | undefined {
  if (gateway !== 'stripe' || parseStripeToken(token)) return undefined
  return 'is not a token of Stripe\'s; give the customer and the payment method, e.g. "cus_NffrFeUfNV2Hib/pm_1MqLiJLkdIwHu7ix".'
}
