import type { Stripe } from 'stripe'
import type { DeclineReason } from '#contract/payments/decline-reason.ts'
import type { ChargeResult, TakenMoney } from './port.ts'

/** Outcome of a charge. */
export function resultOf(intent: Stripe.PaymentIntent): ChargeResult {
  if (intent.status === 'succeeded') return { state: 'succeeded', ...takenBy(intent) }
  if (intent.status === 'processing') return { state: 'pending' }
  if (intent.status === 'requires_action') return { state: 'declined', reason: 'authentication_required' }
  const error = intent.last_payment_error
  return { state: 'declined', reason: error ? reasonOf(error) : 'card_declined' }
}

/** Money that a succeeded intent has taken, with what was refunded since. */
export function takenBy(intent: Stripe.PaymentIntent): TakenMoney {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    reference: intent.id,
    refundedCents: charge?.amount_refunded ?? 0,
    // An intent confirmed at creation was charged then; a page may have been open for an hour.
    takenAt: Temporal.Instant.fromEpochMilliseconds((charge ?? intent).created * 1000),
  }
}

/** Decline codes after which no retry can help (https://docs.stripe.com/declines/codes). */
const unusable = new Set([
  'card_not_supported',
  'invalid_account',
  'lost_card',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'stolen_card',
  'stop_payment_order',
])

/** Why a card was refused, from the error of an intent or of a request. */
export function reasonOf(error: {
  code?: string
  decline_code?: string
  advice_code?: string
}): DeclineReason {
  if (error.code === 'expired_card' || error.decline_code === 'expired_card') return 'expired_card'
  if (unusable.has(error.decline_code ?? '') || error.advice_code === 'do_not_try_again')
    return 'card_unusable'
  if (error.code === 'authentication_required' || error.decline_code === 'authentication_required') {
    return 'authentication_required'
  }
  if (error.code === 'payment_intent_authentication_failure') return 'authentication_required'
  return error.decline_code === 'insufficient_funds' ? 'insufficient_funds' : 'card_declined'
}
