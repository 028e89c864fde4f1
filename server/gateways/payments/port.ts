import type { DeclineReason } from '#contract/payments/decline-reason.ts'
import type { Locale } from '#contract/wire.ts'
import { Unavailable } from '#server/platform/database/unavailable.ts'

/** A card stored at the gateway: its token charges it again, its number never comes here. */
export type GatewayCard = {
  token: string
  brand: string
  last4: string
  /** Last day of the month printed on the card, YYYY-MM-DD. */
  validUntil: string
}

/** A successful charge; `reference` is the gateway's id of it, for a refund. */
export type TakenMoney = { reference: string; refundedCents: number; takenAt: Temporal.Instant }

export type ChargeResult =
  | ({ state: 'succeeded' } & TakenMoney)
  | { state: 'declined'; reason: DeclineReason }
  /** Pending at the gateway. */
  | { state: 'pending' }

/** A charge for a purpose, done or pending. */
export type TakenFor = Exclude<ChargeResult, { state: 'declined' }>

export type ChargeRequest = {
  key: string
  amountCents: number
  cardToken: string
  /** Product code. Never a text, which may change between two tries of one idempotency key. */
  product: string
  /** Dedupe key beyond the idempotency key, for what may be paid once only, e.g. a period of a subscription. */
  paysFor?: string | undefined
}

/** A refund as the gateway knows it: one that it could not carry out has `failed`, and the money is still there. */
export type GatewayRefund = {
  /** The gateway's id of it. */
  reference: string
  /** Our key of it; null for one that was made at the gateway itself. */
  key: string | null
  /** The charge that it is of. */
  chargeReference: string
  amountCents: number
  hasFailed: boolean
}

/** A dispute (chargeback): a card's owner objected to a charge at the bank. */
export type GatewayDispute = {
  /** The charge that it is about. */
  chargeReference: string
  /** The card network's reason, e.g. `fraudulent`, `product_not_received`. */
  reason: string
  amountCents: number
  /** `inquiry`: the bank only asks, no money is taken yet; `lost`: it stays taken; `won`: it is here, or back. */
  state: 'inquiry' | 'needs_response' | 'under_review' | 'won' | 'lost'
  /** Till when the publisher may answer; null where no answer is allowed. */
  respondBy: Temporal.Instant | null
}

/** State of a checkout page. `decline` is why the last card that was tried there was refused. */
export type Checkout =
  | { state: 'open'; decline: DeclineReason | null }
  /** `card` is null where it was paid by something that can't be charged again, e.g. a wallet without a card. */
  | ({ state: 'paid'; card: GatewayCard | null } & TakenMoney)
  /** Left or expired: nothing was charged and nothing can be any more. */
  | { state: 'closed'; decline: DeclineReason | null }

export type CheckoutRequest = {
  /** Idempotency key: the same key gives the same page. */
  key: string
  amountCents: number
  /** Description for the reader on the page. */
  description: string
  locale: Locale
  email: string
  /** Whether the card is stored for off-session charges. */
  keepCard: boolean
  /** As of ChargeRequest. */
  paysFor?: string | undefined
  /** Return URLs after the payment, and when the reader leaves. */
  successUrl: string
  cancelUrl: string
}

/**
 * What a webhook has news of: a payment by our key, a stored card by its token, a refund or a dispute by the gateway's id.
 * The state is then queried, since webhooks may be repeated, late and out of order.
 */
export type News = { about: 'payment' | 'card' | 'refund' | 'dispute'; id: string }

/**
 * A payment gateway. Every call that moves money has our idempotency key, so a retry never moves it twice. Each method
 * throws GatewayUnavailable when the outcome is unknown, and KeyReused when the key came with another request before.
 */
export type PaymentGateway = {
  name: 'demo' | 'stripe'
  /** Opens a page on which the reader pays. */
  createCheckout(request: CheckoutRequest): Promise<{ reference: string; url: string }>
  /** Opens a page on which the reader gives another card, which is verified by a charge that is refunded later. */
  setupCard(request: Omit<CheckoutRequest, 'keepCard'>): Promise<{ reference: string; url: string }>
  /** @param reference of the page */
  readCheckout(reference: string): Promise<Checkout>
  /** Expires a page, so that it can't be paid any more; a paid one stays paid and says so. */
  closeCheckout(reference: string): Promise<Checkout>
  /** Charges a stored card off-session. The request of one idempotency key is always the same. */
  chargeOffSession(request: ChargeRequest): Promise<ChargeResult>
  /**
   * Charges for each of these purposes under any key and card; purposes without one are missing. Eventually consistent: a
   * gateway may need a minute until it finds a charge by its purpose; by its key it finds it at once.
   */
  findTakenFor(paysFor: readonly string[]): Promise<ReadonlyMap<string, TakenFor>>
  /** State of a charge, or `none` when the gateway never got it. */
  findCharge(request: { key: string; cardToken: string }): Promise<ChargeResult | { state: 'none' }>
  /**
   * Refunds a charge or a part of it. Idempotent by its key, however late it is repeated.
   *
   * @returns the gateway's id of the refund; null where it had refunded the whole charge before
   * @throws RefundRefused
   */
  refund(request: {
    key: string
    reference: string
    amountCents: number
  }): Promise<{ reference: string | null }>
  /** @param reference the gateway's id of the refund */
  readRefund(reference: string): Promise<GatewayRefund>
  /** Each refund of a charge, oldest first, also those that have failed. */
  listRefunds(chargeReference: string): Promise<GatewayRefund[]>
  /** @param reference the gateway's id of the dispute */
  readDispute(reference: string): Promise<GatewayDispute>
  /** A stored card as it is now: banks replace cards, and tell gateways. Undefined when it is deleted. */
  readCard(cardToken: string): Promise<GatewayCard | undefined>
  /**
   * Deletes a card and its customer, so that it can't be charged any more. Idempotent. Its charges can still be
   * refunded.
   */
  forgetCard(cardToken: string): Promise<void>
  /**
   * Verifies and parses a webhook of the gateway.
   *
   * @returns undefined for what is of no matter here
   * @throws WebhookNotGenuine
   * @throws WebhookUnreadable
   */
  verifyWebhook(message: {
    body: Buffer
    headers: Record<string, string | string[] | undefined>
  }): Promise<News | undefined>
}

/** Outcome unknown: the gateway was unreachable, timed out or failed. */
export class GatewayUnavailable extends Unavailable {
  override name = 'GatewayUnavailable'
}

/** The idempotency key came with another request before, so nothing was done now. What became of the first is to be asked. */
export class KeyReused extends Error {
  override name = 'KeyReused'
}

/** The gateway will never make this refund, e.g. since less of the charge is left. */
export class RefundRefused extends Error {
  override name = 'RefundRefused'
}

/** The webhook's signature is invalid or too old. */
export class WebhookNotGenuine extends Error {
  override name = 'WebhookNotGenuine'
}

/** The webhook's signature is valid, its body is not. */
export class WebhookUnreadable extends Error {
  override name = 'WebhookUnreadable'
}
