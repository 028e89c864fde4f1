import { Stripe } from 'stripe'
import * as z from 'zod'
import { parseStripeToken } from './card-token.ts'
import type { GatewayCard, GatewayDispute, GatewayRefund, News } from './port.ts'
import { cardOf } from './stripe-cards.ts'

const Named = z.object({
  object: z.string().optional(),
  id: z.string().optional(),
  customer: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
})

/** The part of Stripe's webhooks that is read: what their object is, and its names. */
export const StripeEvent = z.object({ data: z.object({ object: Named }) })

/**
 * What an event is about, by its object: of a refund both `refund.*` and `charge.refund.updated` tell. All others that
 * matter bear our key as metadata: payments, pages and charges.
 */
export function newsOf({ data }: z.output<typeof StripeEvent>): News | undefined {
  const { object, id, customer, metadata } = data.object
  if (id !== undefined && (object === 'refund' || object === 'dispute')) return { about: object, id }
  if (object === 'payment_method') {
    return id === undefined || !customer ? undefined : { about: 'card', id: `${customer}/${id}` }
  }
  const key = metadata?.['key']
  return key === undefined ? undefined : { about: 'payment', id: key }
}

/** One that has failed or was cancelled gives nothing back (https://docs.stripe.com/refunds#failed-refunds). */
export const toRefund = (refund: Stripe.Refund): GatewayRefund => ({
  reference: refund.id,
  key: refund.metadata?.['key'] ?? null,
  chargeReference: nameOf(refund.payment_intent),
  amountCents: refund.amount,
  hasFailed: refund.status === 'failed' || refund.status === 'canceled',
})

/** Stripe lists the newest first. */
export async function listRefunds(stripe: Stripe, intent: string): Promise<GatewayRefund[]> {
  const found: GatewayRefund[] = []
  for await (const refund of stripe.refunds.list({ payment_intent: intent, limit: 100 })) {
    found.push(toRefund(refund))
  }
  return found.toReversed()
}

/**
 * Stripe's states of a dispute. An appeal follows a loss; a warning is an inquiry without money; what was prevented was
 * refunded in the network (https://docs.stripe.com/api/disputes/object#dispute_object-status).
 */
const disputeStates: Partial<Record<string, GatewayDispute['state']>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'won',
  prevented: 'won',
  needs_response: 'needs_response',
  under_review: 'under_review',
  won: 'won',
  lost: 'lost',
  appeal_needs_response: 'lost',
  appeal_under_review: 'lost',
}

export async function readDispute(stripe: Stripe, reference: string): Promise<GatewayDispute> {
  const {
    payment_intent: intent,
    reason,
    amount,
    status,
    ...rest
  } = await stripe.disputes.retrieve(reference)
  // 0 where no answer is allowed.
  const dueBy = rest.evidence_details.due_by
  return {
    chargeReference: nameOf(intent),
    reason,
    amountCents: amount,
    state: disputeStates[status] ?? 'under_review',
    respondBy: dueBy ? Temporal.Instant.fromEpochMilliseconds(dueBy * 1000) : null,
  }
}

/** An old card (`card_…`) is read as a payment method, too. */
export async function readCard(stripe: Stripe, cardToken: string): Promise<GatewayCard | undefined> {
  const token = parseStripeToken(cardToken)
  if (!token) return undefined
  try {
    const method = await stripe.paymentMethods.retrieve(token.paymentMethod)
    // Detached, it belongs to nobody.
    return cardOf(method.customer, method) ?? undefined
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return undefined
    throw error
  }
}

const nameOf = (object: string | { id: string } | null): string =>
  typeof object === 'string' ? object : (object?.id ?? '')
