import type { FastifyInstance } from 'fastify'
import type { Intent, StripeBooks } from './stripe-books.ts'
import { metadataOf, type Once } from './stripe-requests.ts'

/** @returns undefined where less of the charge is left; without metadata it is one of the dashboard */
export function makeRefund(
  { next, refunds, newId, tell }: StripeBooks,
  intent: Intent | undefined,
  amount: number,
  metadata: Record<string, string>,
) {
  const charge = intent?.['latest_charge'] as { amount_refunded: number } | undefined
  if (!intent || !charge || charge.amount_refunded + amount > intent.amount) return undefined
  const status = next.failsRefund ? 'failed' : 'succeeded'
  next.failsRefund = false
  if (status === 'succeeded') charge.amount_refunded += amount
  const refund = { id: newId('re'), object: 'refund', status, amount, payment_intent: intent.id, metadata }
  refunds.push(refund)
  tell('charge.refunded', { ...charge, metadata: intent.metadata })
  return refund
}

/** Charges without a reader, refunds and disputes. */
export function servePayments(app: FastifyInstance, books: StripeBooks, once: Once): void {
  const { intents, refunds, disputes, newIntent } = books
  app.post(
    '/v1/payment_intents',
    once(body => {
      const { intent, error } = newIntent({
        amount: Number(body['amount']),
        customer: body['customer'] ?? '',
        method: body['payment_method'] ?? '',
        metadata: metadataOf(body),
        withReader: false,
      })
      if (!error) return { status: 200, body: intent }
      return {
        status: error.type === 'card_error' ? 402 : 400,
        body: { error: { ...error, payment_intent: intent } },
      }
    }),
  )
  app.get<{ Querystring: { query?: string } }>('/v1/payment_intents/search', async (request, reply) => {
    const clauses = (request.query.query ?? '').split(' OR ').map(clause => {
      const [, field = '', value = ''] = /^metadata\["(\w+)"\]:"([^"]*)"$/.exec(clause) ?? []
      return { field, value }
    })
    if (clauses.some(clause => clause.field === '')) {
      const error = { type: 'invalid_request_error', message: 'We were unable to parse your search query.' }
      return reply.status(400).send({ error })
    }
    const data = [...intents.values()].filter(intent =>
      clauses.some(({ field, value }) => intent.metadata[field] === value),
    )
    return {
      object: 'search_result',
      url: '/v1/payment_intents/search',
      has_more: false,
      next_page: null,
      data,
    }
  })
  app.get<{ Querystring: { customer?: string } }>('/v1/payment_intents', (request, reply) =>
    reply.send({
      object: 'list',
      url: '/v1/payment_intents',
      has_more: false,
      data: [...intents.values()].filter(intent => intent.customer === request.query.customer).toReversed(),
    }),
  )
  app.post(
    '/v1/refunds',
    once(body => {
      const intent = intents.get(body['payment_intent'] ?? '')
      const refund = makeRefund(books, intent, Number(body['amount']), metadataOf(body))
      if (refund) return { status: 200, body: refund }
      const charge = intent?.['latest_charge'] as { amount_refunded: number } | undefined
      const code = charge?.amount_refunded === intent?.amount ? { code: 'charge_already_refunded' } : {}
      return { status: 400, body: { error: { type: 'invalid_request_error', ...code, message: 'Refunded' } } }
    }),
  )
  app.get<{ Querystring: { payment_intent?: string } }>('/v1/refunds', (request, reply) =>
    reply.send({
      object: 'list',
      url: '/v1/refunds',
      has_more: false,
      data: refunds.filter(refund => refund.payment_intent === request.query.payment_intent).toReversed(),
    }),
  )
  app.get<{ Params: { id: string } }>('/v1/refunds/:id', (request, reply) =>
    reply.send(refunds.find(each => each.id === request.params.id)),
  )
  app.get<{ Params: { id: string } }>('/v1/disputes/:id', (request, reply) =>
    reply.send(disputes.get(request.params.id)),
  )
}
