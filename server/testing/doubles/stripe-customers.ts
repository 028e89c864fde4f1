import type { FastifyInstance } from 'fastify'
import type { StripeBooks } from './stripe-books.ts'

/** Cards and the customers to whom they belong. */
export function serveCustomers(
  app: FastifyInstance,
  { cards, customers, describeMethod }: StripeBooks,
): void {
  const missing = (what: string) => ({
    error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}` },
  })
  app.post<{ Params: { id: string } }>('/v1/payment_methods/:id/detach', async (request, reply) => {
    const { id } = request.params
    const owner = [...customers.values()].find(methods => methods.has(id))
    if (!owner) return reply.status(404).send(missing('PaymentMethod'))
    owner.delete(id)
    cards.delete(id)
    return { id, object: 'payment_method', customer: null }
  })
  app.get<{ Params: { id: string } }>('/v1/payment_methods/:id', (request, reply) =>
    cards.has(request.params.id)
      ? reply.send(describeMethod(request.params.id))
      : reply.status(404).send(missing('PaymentMethod')),
  )
  app.get<{ Querystring: { customer?: string } }>('/v1/payment_methods', async (request, reply) => {
    const methods = customers.get(request.query.customer ?? '')
    if (!methods) return reply.status(404).send(missing('customer'))
    const data = [...methods].map(id => ({ id, object: 'payment_method' }))
    return { object: 'list', url: '/v1/payment_methods', has_more: false, data }
  })
  app.delete<{ Params: { id: string } }>('/v1/customers/:id', async (request, reply) => {
    const { id } = request.params
    const methods = customers.get(id)
    if (!methods) return reply.status(404).send(missing('customer'))
    customers.delete(id)
    for (const method of methods) cards.delete(method)
    return { id, object: 'customer', deleted: true }
  })
}
