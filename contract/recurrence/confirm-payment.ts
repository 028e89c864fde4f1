import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { IdParam, Money, UserParams, usersPath } from '../wire.ts'

const path = `${usersPath}/subscriptions/:id/payment-confirmation` as const
const own = { tag: 'Renewal', access: 'reader', params: z.extend(UserParams, { id: IdParam }) } as const

/** The payment of a renewal that the bank lets through only with its reader (R11.12). */
export const PaymentConfirmation = z.object({
  /** `needed` by its reader; `waiting` for the gateway, whose page is open; `none`: nothing is to be confirmed. */
  state: z.enum(['needed', 'waiting', 'paid', 'none']),
  price: z.nullable(Money),
})
export type PaymentConfirmation = z.infer<typeof PaymentConfirmation>

export const readPaymentConfirmation = endpoint({
  ...own,
  method: 'GET',
  path,
  summary: 'Whether the bank wants the payment of a renewal confirmed, and how far that has come',
  success: { status: 200, body: PaymentConfirmation },
  refusals: ['subscription_not_found'],
})

export const confirmPayment = endpoint({
  ...own,
  method: 'POST',
  path,
  summary: 'Open the page on which its reader pays a renewal that the bank wants confirmed',
  success: { status: 201, body: z.object({ redirect_url: z.string() }) },
  refusals: [
    'subscription_not_found',
    'payment_not_to_confirm',
    'payment_gateway_unavailable',
    'user_anonymization_pending',
    'too_many_requests',
  ],
})
