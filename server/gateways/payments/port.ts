import type { DeclineReason } from '#contract/payments/decline-reason.ts'
import type { Locale } from '#contract/wire.ts'
import { Unavailable } from '#server/platform/database/unavailable.ts'

/** A card as the gateway keeps it: its token charges it again, its number never comes here. */
export type GatewayCard = {
  token: string
  brand: string
  last4: string
  /** Last day of the month printed on the card, YYYY-MM-DD. */
  validUntil: string
}

/** Money that was taken; `reference` is the gateway's own name of it, by which it is given back. */
export type TakenMoney = { reference: string; refundedCents: number; takenAt: Temporal.Instant }

export type ChargeResult =
  | ({ state: 'succeeded' } & TakenMoney)
  | { state: 'declined'; reason: DeclineReason }
  /** The gateway has it and has not decided yet. */
  | { state: 'pending' }

/** Money that was taken for something, or is being taken. */
export type TakenFor = Exclude<ChargeResult, { state: 'declined' }>

export type ChargeRequest = {
  key: string
  amountCents: number
  cardToken: string
  /** Code of what is bought. Never a text: a text has a language, and may be changed between two tries. */
  product: string
  /** Names what may be paid for once only, beyond the key, e.g. a period of a subscription. */
  paysFor?: string | undefined
}

/** What became of a page on which a reader pays. `decline` is why the last card that was tried there was refused. */
export type Checkout =
  | { state: 'open'; decline: DeclineReason | null }
  | ({ state: 'paid'; card: GatewayCard } & TakenMoney)
  /** Left or expired: nothing was taken and nothing can be taken there any more. */
  | { state: 'closed'; decline: DeclineReason | null }

export type CheckoutRequest = {
  /** Our own name of the payment: the same key is the same page, however often it is asked for. */
  key: string
  amountCents: number
  /** What is paid for, as the reader reads it on the page. */
  description: string
  locale: Locale
  email: string
  /** Whether the card is kept for charges without the reader. */
  keepCard: boolean
  /** Where the page leads after the payment, and when the reader leaves it. */
  successUrl: string
  cancelUrl: string
}

/**
 * A payment gateway. Every act that moves money bears our key; asked again with the same key a gateway never moves it
 * twice. Each of these throws GatewayUnavailable when it can't be known what the gateway did.
 */
export type PaymentGateway = {
  name: 'demo' | 'stripe'
  /** Opens a page on which the reader pays. */
  createCheckout(request: CheckoutRequest): Promise<{ reference: string; url: string }>
  /** Opens a page on which the reader gives another card, which is verified by a charge that is given back later. */
  setupCard(request: Omit<CheckoutRequest, 'keepCard'>): Promise<{ reference: string; url: string }>
  /** @param reference of the page */
  readCheckout(reference: string): Promise<Checkout>
  /** Makes sure that nothing can be paid on a page any more; one that was paid stays so and says it. */
  closeCheckout(reference: string): Promise<Checkout>
  /** Charges a kept card without its reader. Whatever is sent with a key is always the same. */
  chargeOffSession(request: ChargeRequest): Promise<ChargeResult>
  /**
   * What was taken for each of these by any charge, whatever its key and its card; those for which nothing was are
   * missing. A gateway may need a minute to know of a charge by what it was for: until then it knows it by its key.
   */
  findTakenFor(paysFor: readonly string[]): Promise<ReadonlyMap<string, TakenFor>>
  /** What became of a charge that was asked for, or `none` when the gateway never got it. */
  findCharge(request: { key: string; cardToken: string }): Promise<ChargeResult | { state: 'none' }>
  /** Gives money back; whole when it was whole already. */
  refund(request: { key: string; reference: string; amountCents: number }): Promise<void>
  /**
   * Forgets a card and whom it belongs to: nobody can charge it any more. One that is not there is forgotten. Money
   * that was taken from it can still be given back.
   */
  forgetCard(cardToken: string): Promise<void>
  /**
   * Reads a message of the gateway.
   *
   * @returns key of the payment of which it tells; undefined when it tells of none. What happened is asked for, since
   *   messages may come twice, late and out of order.
   * @throws WebhookNotGenuine
   * @throws WebhookUnreadable
   */
  verifyWebhook(message: {
    body: Buffer
    headers: Record<string, string | string[] | undefined>
  }): Promise<{ key: string } | undefined>
}

/** It can't be known what the gateway did: it was not reached, or did not answer in time, or failed. */
export class GatewayUnavailable extends Unavailable {
  override name = 'GatewayUnavailable'
}

/** The message was not signed by the gateway, or too long ago. */
export class WebhookNotGenuine extends Error {
  override name = 'WebhookNotGenuine'
}

/** The message was signed by the gateway and makes no sense. */
export class WebhookUnreadable extends Error {
  override name = 'WebhookUnreadable'
}
