import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { DeclineReason } from '#contract/payments/decline-reason.ts'
import { type Clock, dayOf, machineClock } from '#server/platform/clock.ts'
import {
  type ChargeResult,
  type Checkout,
  type CheckoutRequest,
  type GatewayCard,
  type GatewayRefund,
  GatewayUnavailable,
  KeyReused,
  type PaymentGateway,
  RefundRefused,
  type TakenMoney,
  WebhookNotGenuine,
} from './port.ts'
import { readMessage } from './read-message.ts'

const timeoutMs = 10_000
const oldestMessageS = 300

const Decline = z.nullable(DeclineReason)
const Charge = z.object({
  id: z.string(),
  state: z.enum(['succeeded', 'declined']),
  reason: Decline,
  refunded: z.int(),
  /** By the gateway's own clock, which is not the demo's. */
  taken_at: z.iso.datetime(),
})
const FoundCharge = z.union([Charge, z.object({ state: z.literal('none') })])
const FoundTaken = z.object({ items: z.array(z.object({ pays_for: z.string(), charge: Charge })) })
const Card = z.object({ token: z.string(), brand: z.string(), last4: z.string(), valid_until: z.iso.date() })
const NewCheckout = z.object({ id: z.string(), url: z.string() })
const FoundCheckout = z.object({
  state: z.enum(['open', 'paid', 'closed']),
  decline: Decline,
  charge: z.nullable(Charge),
  card: z.nullable(Card),
})
const FoundCard = z.object({ card: z.nullable(Card) })
const FoundRefund = z.object({
  id: z.string(),
  key: z.nullable(z.string()),
  charge: z.string(),
  amount: z.int(),
  state: z.enum(['succeeded', 'failed']),
})
const FoundRefunds = z.object({ items: z.array(FoundRefund) })
const FoundDispute = z.object({
  charge: z.string(),
  reason: z.string(),
  amount: z.int(),
  state: z.enum(['inquiry', 'needs_response', 'under_review', 'won', 'lost']),
  respond_by: z.nullable(z.iso.datetime()),
})
const Message = z.object({ about: z.enum(['payment', 'card', 'refund', 'dispute']), key: z.string() })

/**
 * Adapter of the demo gateway.
 *
 * @param options.url its URL
 * @param options.secret key of its calls and of its webhooks' signatures
 * @param options.clock the demo's time, in which cards expire
 */
export function demoGateway(options: { url: string; secret: string; clock: Clock }): PaymentGateway {
  const { clock } = options
  const call = caller(options)
  const createCheckout = async (request: Omit<CheckoutRequest, 'keepCard'>) => {
    const { id, url } = await call('POST', '/v1/checkouts', NewCheckout, {
      key: request.key,
      amount: request.amountCents,
      description: request.description,
      locale: request.locale,
      success_url: request.successUrl,
      cancel_url: request.cancelUrl,
      pays_for: request.paysFor ?? null,
    })
    return { reference: id, url }
  }
  return {
    name: 'demo',
    createCheckout,
    setupCard: createCheckout,
    readCheckout: async reference =>
      toCheckout(clock, await call('GET', `/v1/checkouts/${reference}`, FoundCheckout)),
    closeCheckout: async reference =>
      toCheckout(clock, await call('POST', `/v1/checkouts/${reference}/close`, FoundCheckout, {})),
    chargeOffSession: async ({ key, amountCents, cardToken, paysFor }) => {
      const day = dayOf(clock.now()).toString()
      return toResult(
        clock,
        await call('POST', '/v1/charges', Charge, {
          key,
          amount: amountCents,
          card: cardToken,
          day,
          pays_for: paysFor ?? null,
        }),
      )
    },
    findCharge: async ({ key }) => {
      const found = await call('GET', `/v1/charges?key=${encodeURIComponent(key)}`, FoundCharge)
      return found.state === 'none' ? found : toResult(clock, found)
    },
    findTakenFor: async paysFor => {
      const { items } = await call('POST', '/v1/charges/taken', FoundTaken, { pays_for: paysFor })
      return new Map(
        items.map(({ pays_for: name, charge }) => [
          name,
          { state: 'succeeded' as const, ...toTaken(clock, charge) },
        ]),
      )
    },
    refund: async ({ key, reference, amountCents }) => {
      const refund = { key, charge: reference, amount: amountCents }
      await call('POST', '/v1/refunds', Charge, refund).catch((error: unknown) => {
        const isRefused = error instanceof Error && 'code' in error && error.code === 'HTTP 422'
        throw isRefused ? new RefundRefused('The demo gateway refused a refund', { cause: error }) : error
      })
      return { reference: key }
    },
    readRefund: async reference =>
      toRefund(await call('GET', `/v1/refunds/${encodeURIComponent(reference)}`, FoundRefund)),
    listRefunds: async chargeReference => {
      const path = `/v1/refunds?charge=${encodeURIComponent(chargeReference)}`
      return (await call('GET', path, FoundRefunds)).items.map(toRefund)
    },
    readDispute: async reference => {
      const found = await call('GET', `/v1/disputes/${encodeURIComponent(reference)}`, FoundDispute)
      return {
        chargeReference: found.charge,
        reason: found.reason,
        amountCents: found.amount,
        state: found.state,
        respondBy: found.respond_by === null ? null : Temporal.Instant.from(found.respond_by),
      }
    },
    readCard: async cardToken => {
      const { card } = await call('GET', `/v1/cards/${encodeURIComponent(cardToken)}`, FoundCard)
      return card ? toCard(card) : undefined
    },
    forgetCard: async cardToken => {
      await call('POST', '/v1/cards/forget', z.object({}), { card: cardToken })
    },
    verifyWebhook: async ({ body, headers }) => {
      requireSignature(options.secret, body, String(headers['demo-signature'] ?? ''))
      const { about, key } = readMessage(body, Message)
      return { about, id: key }
    },
  }
}

function caller({ url, secret }: { url: string; secret: string }) {
  return async <S extends z.ZodType>(
    method: 'GET' | 'POST',
    path: string,
    answer: S,
    body?: object,
  ): Promise<z.output<S>> => {
    const unavailable = (cause: unknown) => {
      throw new GatewayUnavailable('The demo gateway did not answer', { cause })
    }
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${secret}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(unavailable)
    if (response.status >= 500) throw new GatewayUnavailable(`The demo gateway answered ${response.status}`)
    const text = await response.text().catch(unavailable)
    if (response.status === 409) throw new KeyReused('The demo gateway knows a key from another request')
    if (!response.ok) {
      throw Object.assign(new Error(`The demo gateway refused ${method}`), {
        code: `HTTP ${response.status}`,
      })
    }
    return answer.parse(JSON.parse(text))
  }
}

const toResult = (clock: Clock, charge: z.output<typeof Charge>): ChargeResult =>
  charge.state === 'succeeded'
    ? { state: 'succeeded', ...toTaken(clock, charge) }
    : { state: 'declined', reason: charge.reason ?? 'card_declined' }

/**
 * Clock skew: the demo's clock may be ahead of the gateway's. In steps of 10 ms, since the two are not read at the same instant,
 * and a charge that is read again has the same one; not longer ones, since a charge of a new day is not to be of the last.
 */
const aheadOf = (clock: Clock): Temporal.Duration =>
  machineClock
    .now()
    .until(clock.now(), { smallestUnit: 'millisecond', roundingIncrement: 10, roundingMode: 'floor' })

const toTaken = (clock: Clock, charge: z.output<typeof Charge>): TakenMoney => ({
  reference: charge.id,
  refundedCents: charge.refunded,
  takenAt: Temporal.Instant.from(charge.taken_at).add(aheadOf(clock)),
})

function toCheckout(
  clock: Clock,
  { state, decline, charge, card }: z.output<typeof FoundCheckout>,
): Checkout {
  if (state !== 'paid') return { state, decline }
  if (charge === null || card === null) throw new Error('The demo gateway told of no charge or no card')
  return {
    state,
    ...toTaken(clock, charge),
    card: toCard(card),
  }
}

const toCard = ({ valid_until: validUntil, ...card }: z.output<typeof Card>): GatewayCard => ({
  ...card,
  validUntil,
})

const toRefund = ({ id, key, charge, amount, state }: z.output<typeof FoundRefund>): GatewayRefund => ({
  reference: id,
  key,
  chargeReference: charge,
  amountCents: amount,
  hasFailed: state === 'failed',
})

function requireSignature(secret: string, body: Buffer, header: string): void {
  const [, at, given = ''] = /^t=(\d{1,12}),v1=([\da-f]{64})$/.exec(header) ?? []
  if (at === undefined) throw new WebhookNotGenuine()
  const expected = createHmac('sha256', secret).update(`${at}.`).update(body).digest()
  const isOld = Math.abs(Date.now() / 1000 - Number(at)) > oldestMessageS
  if (isOld || !timingSafeEqual(expected, Buffer.from(given, 'hex'))) throw new WebhookNotGenuine()
}
