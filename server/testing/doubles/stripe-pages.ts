import type { FastifyInstance } from 'fastify'
import type { Session, StripeBooks } from './stripe-books.ts'
import { metadataOf, type Once } from './stripe-requests.ts'

/** Stripe's hosted pages. */
export function servePages(
  app: FastifyInstance,
  { sessions, intentMetadata, newId, tell }: StripeBooks,
  once: Once,
): void {
  app.post(
    '/v1/checkout/sessions',
    once(body => {
      const id = newId('cs')
      const session: Session = {
        id,
        object: 'checkout.session',
        status: 'open',
        payment_status: 'unpaid',
        url: `https://checkout.stripe.test/c/pay/${id}`,
        amount_total: Number(body['line_items[0][price_data][unit_amount]']),
        customer: null,
        payment_intent: null,
        metadata: metadataOf(body),
      }
      sessions.set(id, session)
      intentMetadata.set(session, metadataOf(body, 'payment_intent_data[metadata]'))
      return { status: 200, body: session }
    }),
  )
  const noSession = {
    error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such checkout.session' },
  }
  app.get<{ Params: { id: string } }>('/v1/checkout/sessions/:id', (request, reply) => {
    const session = sessions.get(request.params.id)
    return session ? reply.send(session) : reply.status(404).send(noSession)
  })
  app.post<{ Params: { id: string } }>('/v1/checkout/sessions/:id/expire', async (request, reply) => {
    const session = sessions.get(request.params.id)
    if (!session) return reply.status(404).send(noSession)
    if (session.status !== 'open') {
      return reply.status(400).send({
        error: {
          type: 'invalid_request_error',
          message: 'Only Checkout Sessions with a status in ["open"] can be expired.',
        },
      })
    }
    session.status = 'expired'
    tell('checkout.session.expired', session)
    return session
  })
}
