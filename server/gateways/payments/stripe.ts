import { Stripe } from 'stripe'
import { parseStripeToken } from './card-token.ts'
import {
  type ChargeRequest,
  type ChargeResult,
  type Checkout,
  type CheckoutRequest,
  type GatewayRefund,
  GatewayUnavailable,
  KeyReused,
  type PaymentGateway,
  RefundRefused,
  type TakenFor,
  WebhookNotGenuine,
  WebhookUnreadable,
} from './port.ts'
import { readMessage } from './read-message.ts'
import { cardOf } from './stripe-cards.ts'
import { listRefunds, newsOf, readCard, readDispute, StripeEvent, toRefund } from './stripe-news.ts'
import { reasonOf, resultOf, takenBy } from './stripe-results.ts'

const timeoutMs = 10_000

export type StripeOptions = {
  secretKey: string
  webhookSecret: string
  /** Another place that speaks Stripe's protocol, e.g. `http://127.0.0.1:12111`. */
  apiUrl?: string
}

/**
 * Adapter of Stripe: hosted page, off-session charges, refunds, signed webhooks. Our key is sent as Stripe's idempotency
 * key, which it honours for 24 hours, and as metadata, by which a charge is found for good.
 */
export function stripeGateway({ secretKey, webhookSecret, apiUrl }: StripeOptions): PaymentGateway {
  const stripe = new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(apiUrl === undefined ? {} : place(new URL(apiUrl))),
  })
  return {
    name: 'stripe',
    createCheckout: request => asked(() => openCheckout(stripe, request)),
    setupCard: request => asked(() => openCheckout(stripe, { ...request, keepCard: true })),
    readCheckout: reference => asked(() => readCheckout(stripe, reference)),
    closeCheckout: reference =>
      asked(async () => {
        // Only an open page can be expired; the state of others is read below.
        await stripe.checkout.sessions.expire(reference).catch(passRefused)
        return readCheckout(stripe, reference)
      }),
    chargeOffSession: request => asked(() => charge(stripe, request)),
    findCharge: request => asked(() => findCharge(stripe, request)),
    findTakenFor: paysFor => asked(() => findTakenFor(stripe, paysFor)),
    refund: request => asked(() => refund(stripe, request)),
    readRefund: reference => asked(async () => toRefund(await stripe.refunds.retrieve(reference))),
    listRefunds: chargeReference => asked(() => listRefunds(stripe, chargeReference)),
    readDispute: reference => asked(() => readDispute(stripe, reference)),
    readCard: cardToken => asked(() => readCard(stripe, cardToken)),
    forgetCard: cardToken => asked(() => forgetCard(stripe, cardToken)),
    verifyWebhook: async ({ body, headers }) => {
      const header = String(headers['stripe-signature'] ?? '')
      try {
        stripe.webhooks.constructEvent(body, header, webhookSecret)
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) throw new WebhookNotGenuine()
        throw new WebhookUnreadable('A signed message could not be read', { cause: error })
      }
      return newsOf(readMessage(body, StripeEvent))
    },
  }
}

async function openCheckout(stripe: Stripe, request: CheckoutRequest) {
  const { key } = request
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: key,
      metadata: { key },
      locale: request.locale,
      customer_email: request.email,
      // A card can be charged later only where it belongs to a customer.
      customer_creation: 'always',
      allowed_payment_method_types: ['card'],
      payment_intent_data: {
        metadata: metadataOf(request),
        description: request.description,
        ...(request.keepCard ? { setup_future_usage: 'off_session' as const } : {}),
      },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: 'eur',
            unit_amount: request.amountCents,
            product_data: { name: request.description },
          },
        },
      ],
      success_url: request.successUrl,
      cancel_url: request.cancelUrl,
    },
    { idempotencyKey: key },
  )
  if (session.url === null) throw new Error('Stripe gave a page without an address')
  return { reference: session.id, url: session.url }
}

/** By which an intent is found for good. */
const metadataOf = ({ key, paysFor }: Pick<ChargeRequest, 'key' | 'paysFor'>) => ({
  key,
  ...(paysFor === undefined ? {} : { pays_for: paysFor }),
})

async function readCheckout(stripe: Stripe, reference: string): Promise<Checkout> {
  const session = await stripe.checkout.sessions.retrieve(reference, {
    expand: ['payment_intent.payment_method', 'payment_intent.latest_charge'],
  })
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  if (intent?.status === 'succeeded') {
    return { state: 'paid', ...takenBy(intent), card: cardOf(session.customer, intent.payment_method) }
  }
  const error = intent?.last_payment_error
  const decline = error ? reasonOf(error) : null
  return { state: session.status === 'open' ? 'open' : 'closed', decline }
}

async function charge(stripe: Stripe, request: ChargeRequest): Promise<ChargeResult> {
  const { customer, paymentMethod } = parseToken(request.cardToken)
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: request.amountCents,
        currency: 'eur',
        customer,
        payment_method: paymentMethod,
        allowed_payment_method_types: ['card'],
        off_session: true,
        confirm: true,
        description: request.product,
        metadata: metadataOf(request),
      },
      { idempotencyKey: request.key },
    )
    return resultOf(intent)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) return { state: 'declined', reason: reasonOf(error) }
    // A detached card can't be charged: a decline, not a bug of ours.
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') {
      return { state: 'declined', reason: 'card_declined' }
    }
    throw error
  }
}

/** Stripe's lists are consistent; its search is up to a minute late (eventually consistent). */
async function findCharge(stripe: Stripe, request: { key: string; cardToken: string }) {
  const { customer } = parseToken(request.cardToken)
  const list = stripe.paymentIntents.list({ customer, limit: 100, expand: ['data.latest_charge'] })
  for await (const intent of list) {
    if (intent.metadata['key'] === request.key) return resultOf(intent)
  }
  return { state: 'none' } as const
}

/** The refunds so far are looked through first: a part whose idempotency key has expired would be refunded twice. */
async function refund(
  stripe: Stripe,
  { key, reference, amountCents }: Parameters<PaymentGateway['refund']>[0],
): Promise<{ reference: string | null }> {
  const known = (await listRefunds(stripe, reference)).find(made => made.key === key)
  if (known) return referenceOf(known)
  try {
    const request = { payment_intent: reference, amount: amountCents, metadata: { key } }
    const made = await stripe.refunds.create(request, { idempotencyKey: key })
    return referenceOf(toRefund(made))
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    if (error.code === 'charge_already_refunded') return { reference: null }
    throw new RefundRefused('Stripe refused a refund', { cause: error })
  }
}

/** @throws RefundRefused for one that has failed at once, e.g. since the card's account is closed */
function referenceOf({ hasFailed, reference }: GatewayRefund): { reference: string } {
  if (hasFailed) throw new RefundRefused('A refund has failed at Stripe')
  return { reference }
}

/** Clauses of one search: its query is 5000 characters at most. */
const searched = 10

/**
 * A search covers all customers, since each card has one of its own. Rate limit of 20 a second, so one search is for many
 * purposes (https://docs.stripe.com/search).
 */
async function findTakenFor(stripe: Stripe, paysFor: readonly string[]): Promise<Map<string, TakenFor>> {
  const taken = new Map<string, TakenFor>()
  for (let from = 0; from < paysFor.length; from += searched) {
    const clauses = paysFor.slice(from, from + searched).map(each => `metadata["pays_for"]:"${each}"`)
    const query = clauses.join(' OR ')
    const found = stripe.paymentIntents.search({ query, limit: 100, expand: ['data.latest_charge'] })
    for await (const intent of found) {
      const result = resultOf(intent)
      const name = intent.metadata['pays_for']
      if (name !== undefined && result.state !== 'declined') taken.set(name, result)
    }
  }
  return taken
}

/**
 * Deletes the customer with the card, and so the reader's e-mail, unless it has other cards: each checkout page creates a
 * customer of its own, but an imported one may have several cards.
 */
async function forgetCard(stripe: Stripe, cardToken: string): Promise<void> {
  const { customer, paymentMethod } = parseToken(cardToken)
  // A card detached before has no customer.
  await stripe.paymentMethods.detach(paymentMethod).catch(passRefused)
  const left = await stripe.paymentMethods.list({ customer, limit: 1 }).catch(passRefused)
  if (left?.data.length === 0) await stripe.customers.del(customer).catch(passRefused)
}

/** @throws Error for a token that this gateway never issued */
function parseToken(token: string): { customer: string; paymentMethod: string } {
  const parsed = parseStripeToken(token)
  if (!parsed) throw new Error('A card has a token that is not of Stripe')
  return parsed
}

/** No answer of Stripe means unknown; a refused request is a bug of ours. */
async function asked<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const { errors } = Stripe
    const isUnknown =
      error instanceof errors.StripeConnectionError ||
      error instanceof errors.StripeAPIError ||
      error instanceof errors.StripeRateLimitError ||
      // The first request with this idempotency key is still under way.
      (error instanceof errors.StripeError && error.statusCode === 409)
    if (error instanceof errors.StripeIdempotencyError) {
      throw new KeyReused('Stripe knows a key from another request', { cause: error })
    }
    throw isUnknown ? new GatewayUnavailable('Stripe did not answer', { cause: error }) : error
  }
}

/** Treats a refused request as success (idempotent): what it changes was so before. */
function passRefused(error: unknown): void {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
}

const place = (url: URL) => ({
  host: url.hostname,
  port: url.port,
  protocol: url.protocol === 'http:' ? ('http' as const) : ('https' as const),
})
