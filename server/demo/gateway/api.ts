import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { randomToken } from '#server/platform/secrets.ts'
import { chargeCard, keyOfCharge, madeThere, refundCharge } from './charge.ts'
import type { GatewayState } from './gateway-state.ts'
import type { StoredCard, StoredCharge, StoredCheckout, StoredRefund } from './store.ts'

const NewCheckout = z.object({
  key: z.string().min(1),
  amount: z.int().positive(),
  description: z.string(),
  locale: z.enum(['sk', 'en']),
  success_url: z.url(),
  cancel_url: z.url(),
  pays_for: z.nullable(z.string()).default(null),
})
const NewCharge = z.object({
  key: z.string().min(1),
  amount: z.int().positive(),
  card: z.string(),
  /** Day in the demo's time, whose clock may be moved ahead. */
  day: z.iso.date(),
  /** Purpose, by which it is found under any key. */
  pays_for: z.nullable(z.string()).default(null),
})
const PaysFor = z.object({ pays_for: z.array(z.string()).max(1000) })
const ForgottenCard = z.object({ card: z.string() })
const NewRefund = z.object({ key: z.string().min(1), charge: z.string(), amount: z.int().positive() })

/** Routes of the gateway's API for the publisher's server. */
export function serveApi(app: FastifyInstance, { store, webhooks, faults, url }: GatewayState): void {
  app.post('/v1/checkouts', async (request, reply) => {
    const input = NewCheckout.parse(request.body)
    const known = store.checkouts.find('key', input.key)
    const checkout: StoredCheckout = known ?? {
      id: randomToken(128),
      key: input.key,
      amountCents: input.amount,
      description: input.description,
      locale: input.locale,
      successUrl: input.success_url,
      cancelUrl: input.cancel_url,
      paysFor: input.pays_for,
      state: 'open',
      decline: null,
      chargeId: null,
      confirming: null,
    }
    if (!known) store.checkouts.put(checkout)
    else if (!isSame(known, input)) return reply.status(409).send(keyReused)
    return { id: checkout.id, url: `${url()}/pay/${checkout.id}` }
  })

  app.get<{ Params: { id: string } }>('/v1/checkouts/:id', async (request, reply) => {
    const checkout = store.checkouts.find('id', request.params.id)
    return checkout ? describeCheckout(checkout) : reply.status(404).send({ error: 'no_such_checkout' })
  })

  app.post<{ Params: { id: string } }>('/v1/checkouts/:id/close', async (request, reply) => {
    const checkout = store.checkouts.find('id', request.params.id)
    if (!checkout) return reply.status(404).send({ error: 'no_such_checkout' })
    if (checkout.state !== 'open') return describeCheckout(checkout)
    const closed: StoredCheckout = { ...checkout, state: 'closed' }
    store.checkouts.put(closed)
    webhooks.tell('checkout.closed', checkout.key)
    return describeCheckout(closed)
  })

  app.post('/v1/charges', async (request, reply) => {
    const input = NewCharge.parse(request.body)
    await beSlow(faults.slownessMs)
    const known = store.charges.find('key', input.key)
    const isReused =
      known !== undefined &&
      (known.amountCents !== input.amount ||
        known.cardToken !== input.card ||
        known.paysFor !== input.pays_for)
    if (isReused) return reply.status(409).send(keyReused)
    const { charge, isNew } = chargeCard(store, {
      key: input.key,
      amountCents: input.amount,
      cardToken: input.card,
      day: input.day,
      paysFor: input.pays_for,
      withReader: false,
    })
    if (isNew) webhooks.tell(`charge.${charge.state}`, charge.key)
    await beSlow(faults.slownessMs)
    if (isNew && (faults.loseAnswers || store.cards.find('token', input.card)?.behaviour === 'silent')) {
      // The money is taken and the response lost: the worst case of a network.
      request.raw.socket.destroy()
      return reply.hijack()
    }
    return describeCharge(charge)
  })

  app.get<{ Querystring: { key?: string } }>('/v1/charges', async request => {
    const charge = store.charges.find('key', request.query.key ?? '')
    return charge ? describeCharge(charge) : { state: 'none' }
  })

  app.post('/v1/charges/taken', async request => ({
    items: PaysFor.parse(request.body).pays_for.flatMap(name => {
      const taken = store.charges.findAll('paysFor', name).find(each => each.state === 'succeeded')
      return taken ? [{ pays_for: name, charge: describeCharge(taken) }] : []
    }),
  }))

  app.post('/v1/refunds', async (request, reply) => {
    const { key, charge: chargeId, amount } = NewRefund.parse(request.body)
    try {
      const charge = refundCharge(store, { key, chargeId, amountCents: amount })
      webhooks.tell('charge.refunded', keyOfCharge(store, charge))
      return describeCharge(charge)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      return reply.status(422).send({ error: 'not_refundable' })
    }
  })

  app.get<{ Params: { key: string } }>('/v1/refunds/:key', async (request, reply) => {
    const refund = store.refunds.find('key', request.params.key)
    return refund ? describeRefund(refund) : reply.status(404).send({ error: 'no_such_refund' })
  })

  app.get<{ Querystring: { charge?: string } }>('/v1/refunds', async request => ({
    items: store.refunds.findAll('chargeId', request.query.charge ?? '').map(describeRefund),
  }))

  app.get<{ Params: { id: string } }>('/v1/disputes/:id', async (request, reply) => {
    const dispute = store.disputes.find('id', request.params.id)
    if (!dispute) return reply.status(404).send({ error: 'no_such_dispute' })
    const { chargeId: charge, reason, amountCents: amount, state, respondBy } = dispute
    return { charge, reason, amount, state, respond_by: respondBy }
  })

  app.get<{ Params: { token: string } }>('/v1/cards/:token', async request => {
    const card = store.cards.find('token', request.params.token)
    return { card: card && card.behaviour !== 'forgotten' ? describeCard(card) : null }
  })

  app.post('/v1/cards/forget', async request => {
    const card = store.cards.find('token', ForgottenCard.parse(request.body).card)
    // Its token stays as a reference of its charges.
    if (card) store.cards.put({ ...card, brand: '', last4: '', behaviour: 'forgotten' })
    return {}
  })

  const describeCheckout = (checkout: StoredCheckout) => {
    const charge = checkout.chargeId === null ? undefined : store.charges.find('id', checkout.chargeId)
    const card = charge && store.cards.find('token', charge.cardToken)
    return {
      id: checkout.id,
      state: checkout.state,
      decline: checkout.decline,
      charge: charge ? describeCharge(charge) : null,
      card: card ? describeCard(card) : null,
    }
  }
}

/** An idempotency key is for one request; another one with it is the caller's bug. */
const keyReused = { error: 'idempotency_key_reused' }

const isSame = (known: StoredCheckout, input: z.output<typeof NewCheckout>): boolean =>
  known.amountCents === input.amount &&
  known.description === input.description &&
  known.locale === input.locale &&
  known.successUrl === input.success_url &&
  known.cancelUrl === input.cancel_url &&
  known.paysFor === input.pays_for

const beSlow = async (mostMs: number): Promise<void> => {
  if (mostMs > 0) await pause((Math.random() * mostMs) / 2)
}

const describeCard = (card: StoredCard) => ({
  token: card.token,
  brand: card.brand,
  last4: card.last4,
  valid_until: card.validUntil,
})

const describeRefund = ({ key, chargeId: charge, amountCents: amount, state }: StoredRefund) => ({
  id: key,
  key: key.startsWith(madeThere) ? null : key,
  charge,
  amount,
  state,
})

const describeCharge = (charge: StoredCharge) => ({
  id: charge.id,
  state: charge.state,
  reason: charge.reason,
  amount: charge.amountCents,
  refunded: charge.refundedCents,
  taken_at: charge.takenAt,
})
