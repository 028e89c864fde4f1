/** Behaviours of Stripe's test cards. */
export type StripeCard =
  | 'succeeds'
  | 'declined'
  | 'insufficient_funds'
  | 'expired'
  | 'declined_later'
  | 'confirmed_always'
  | 'unusable_later'
  /** Pays by something that is no card, e.g. Link. */
  | 'no_card'

/** An error of a charge, as Stripe's API words it. */
export type CardError = { type: string; code: string; message: string; decline_code?: string }

export const declined = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }
const errorsAlways: Partial<Record<StripeCard, CardError>> = {
  declined: { ...declined, decline_code: 'generic_decline' },
  insufficient_funds: { ...declined, decline_code: 'insufficient_funds' },
  expired: { ...declined, code: 'expired_card' },
}
const errorsWithoutReader: Partial<Record<StripeCard, CardError>> = {
  declined_later: { ...declined, decline_code: 'generic_decline' },
  confirmed_always: { ...declined, code: 'authentication_required' },
  unusable_later: { ...declined, decline_code: 'stolen_card' },
}

/**
 * Why a card pays nothing; undefined where it pays.
 *
 * @param behaviour undefined of a card that Stripe does not know
 * @param withReader whether its reader is there, who can confirm the payment
 */
export function errorOf(behaviour: StripeCard | undefined, withReader: boolean): CardError | undefined {
  if (behaviour === undefined) {
    return { type: 'invalid_request_error', code: 'resource_missing', message: 'No such PaymentMethod' }
  }
  return errorsAlways[behaviour] ?? (withReader ? undefined : errorsWithoutReader[behaviour])
}
