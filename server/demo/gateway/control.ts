import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { randomToken } from '#server/platform/secrets.ts'
import { failRefund, keyOfCharge, madeThere, refundCharge } from './charge.ts'
import type { GatewayState } from './gateway-state.ts'

const Faults = z.object({
  /** `refusing`: every call is answered by 503; `hanging_up`: by a closed connection; `silent`: not until that ends. */
  down: z.enum(['no', 'refusing', 'hanging_up', 'silent']).optional(),
  lose_answers: z.boolean().optional(),
  slowness_ms: z.int().min(0).max(60_000).optional(),
  webhooks: z.enum(['chaotic', 'prompt', 'off']).optional(),
  /** New target of the webhooks. */
  webhook_url: z.url().optional(),
})

const NewCard = z.object({ token: z.string(), last4: z.string().length(4), valid_until: z.iso.date() })

const NewRefund = z.object({ charge: z.string(), amount: z.int().positive() })

const Dispute = z.object({
  id: z.string(),
  charge: z.string(),
  amount: z.int().positive(),
  state: z.enum(['inquiry', 'needs_response', 'under_review', 'won', 'lost']),
  respond_by: z.nullable(z.iso.datetime()),
})

/** Control API for tests: faults of the gateway, and its totals. */
export function serveControl(app: FastifyInstance, { store, webhooks, faults }: GatewayState): void {
  app.post('/control/faults', async (request, reply) => {
    const wanted = Faults.parse(request.body)
    if (wanted.down !== undefined) faults.down = wanted.down
    if (wanted.lose_answers !== undefined) faults.loseAnswers = wanted.lose_answers
    if (wanted.slowness_ms !== undefined) faults.slownessMs = wanted.slowness_ms
    if (wanted.webhooks !== undefined) webhooks.setMode(wanted.webhooks)
    if (wanted.webhook_url !== undefined) webhooks.setUrl(wanted.webhook_url)
    return reply.status(204).send()
  })

  app.post('/control/replay', async request => {
    const { times } = z.object({ times: z.int().min(1).max(100) }).parse(request.body)
    return await webhooks.replay(times)
  })

  /** What the publisher's staff do in the gateway's dashboard. */
  app.post('/control/refunds', async request => {
    const { charge: chargeId, amount: amountCents } = NewRefund.parse(request.body)
    const key = `${madeThere}${randomToken(96)}`
    webhooks.tell('charge.refunded', keyOfCharge(store, refundCharge(store, { key, chargeId, amountCents })))
    return { id: key }
  })

  /** What only a bank does: a refund that comes back, a card that is replaced by a new one. */
  app.post('/control/refunds/fail', async (request, reply) => {
    const { key } = z.object({ key: z.string() }).parse(request.body)
    failRefund(store, key)
    webhooks.tell('refund.failed', key)
    return reply.status(204).send()
  })
  app.post('/control/cards/replace', async (request, reply) => {
    const { token, last4, valid_until: validUntil } = NewCard.parse(request.body)
    const card = store.cards.find('token', token)
    if (!card) return reply.status(404).send({ error: 'no_such_card' })
    store.cards.put({ ...card, last4, validUntil })
    webhooks.tell('card.replaced', token)
    return reply.status(204).send()
  })

  /** The card's owner objects to a charge at the bank, or the bank decides. */
  app.post('/control/disputes', async (request, reply) => {
    const {
      id,
      charge: chargeId,
      amount: amountCents,
      state,
      respond_by: respondBy,
    } = Dispute.parse(request.body)
    store.disputes.put({ id, chargeId, reason: 'fraudulent', amountCents, state, respondBy })
    webhooks.tell(`dispute.${state}`, id)
    return reply.status(204).send()
  })

  /** Totals: charged, refunded, and each charge and refund by its idempotency key. */
  app.get('/control/ledger', async () => {
    const charges = store.charges.all().filter(charge => charge.state === 'succeeded')
    return {
      taken: charges.reduce((sum, charge) => sum + charge.amountCents, 0),
      returned: charges.reduce((sum, charge) => sum + charge.refundedCents, 0),
      charges: charges.map(({ key, amountCents, cardToken }) => ({
        key,
        amount: amountCents,
        card: cardToken,
      })),
      refunds: store.refunds.all().map(({ key, amountCents }) => ({ key, amount: amountCents })),
    }
  })
}
