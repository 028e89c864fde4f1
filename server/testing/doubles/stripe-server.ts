import formbody from '@fastify/formbody'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { Stripe } from 'stripe'
import type { TestDispute } from './demo-gateway.ts'

/** Behaviours of Stripe's test cards. */
export type StripeCard =
  | 'succeeds'
  | 'declined'
  | 'insufficient_funds'
  | 'expired'
  | 'declined_later'
  | 'confirmed_always'
  | 'unusable_later'
  /** Pays by something that is no card, e.g. Link. */
  | 'no_card'

type Stored = Record<string, unknown>
type Session = Stored & { id: string; status: string; metadata: Record<string, string>; amount_total: number }
/** Metadata of a session and of its intent are apart. */
const intentMetadata = new WeakMap<Session, Record<string, string>>()
type Intent = Stored & {
  id: string
  status: string
  amount: number
  customer: string
  metadata: Record<string, string>
}

/** The metadata that a form-encoded request bears. */
const metadataOf = (body: Record<string, string>, of = 'metadata'): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      name.startsWith(`${of}[`) ? [[name.slice(of.length + 1, -1), value]] : [],
    ),
  )

type CardError = { type: string; code: string; message: string; decline_code?: string }

const webhookSecret = 'whsec_only_for_tests'

/**
 * A server that speaks the part of Stripe's HTTP protocol that the adapter uses, as Stripe documents it: form-encoded
 * requests, its objects and errors, idempotency keys that replay the first answer, signed events.
 */
export async function startStripeServer() {
  const sessions = new Map<string, Session>()
  const refunds: { id: string; payment_intent: string; amount: number; [field: string]: unknown }[] = []
  const disputes = new Map<string, object>()
  /** What an account updater has changed of a card. */
  const replaced = new Map<string, { last4: string; exp_month: number; exp_year: number }>()
  const intents = new Map<string, Intent>()
  const cards = new Map<string, StripeCard>()
  /** Payment methods by the customer to whom they belong. */
  const customers = new Map<string, Set<string>>()
  const answers = new Map<string, { request: string; status: number; body: unknown }>()
  const events: { body: Buffer; headers: Record<string, string> }[] = []
  const requests: { path: string; body: Record<string, string>; key: string | undefined }[] = []
  let isDown = false
  let toLose = 0
  let breaksNext = false
  let failsRefund = false
  let nextDecline: string | undefined
  let made = 0
  let now = () => Temporal.Now.instant()
  /** Unix time in seconds, as in Stripe's API. */
  const seconds = () => Math.floor(now().epochMilliseconds / 1000)
  const newId = (prefix: string) => `${prefix}_test_${++made}`

  const tell = (type: string, object: object) => {
    const payload = JSON.stringify({ id: newId('evt'), object: 'event', type, data: { object } })
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret })
    events.push({ body: Buffer.from(payload), headers: { 'stripe-signature': signature } })
  }

  const declined = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }
  const errorsAlways: Partial<Record<StripeCard, CardError>> = {
    declined: { ...declined, decline_code: 'generic_decline' },
    insufficient_funds: { ...declined, decline_code: 'insufficient_funds' },
    expired: { ...declined, code: 'expired_card' },
  }
  const errorsWithoutReader: Partial<Record<StripeCard, CardError>> = {
    declined_later: { ...declined, decline_code: 'generic_decline' },
    confirmed_always: { ...declined, code: 'authentication_required' },
    unusable_later: { ...declined, decline_code: 'stolen_card' },
  }
  const cardError = (behaviour: StripeCard | undefined, withReader: boolean): CardError | undefined => {
    if (behaviour === undefined) {
      return { type: 'invalid_request_error', code: 'resource_missing', message: 'No such PaymentMethod' }
    }
    const code = nextDecline
    nextDecline = undefined
    if (code !== undefined) return { ...declined, decline_code: code }
    return errorsAlways[behaviour] ?? (withReader ? undefined : errorsWithoutReader[behaviour])
  }

  const cardOf = (method: string) => ({
    brand: 'visa',
    ...(replaced.get(method) ?? { last4: '4242', exp_month: 2, exp_year: 2032 }),
  })

  const newIntent = (given: {
    amount: number
    customer: string
    method: string
    metadata: Record<string, string>
    withReader: boolean
  }): { intent: Intent; error: CardError | undefined } => {
    const error = cardError(cards.get(given.method), given.withReader)
    const intent: Intent = {
      id: newId('pi'),
      object: 'payment_intent',
      created: seconds(),
      amount: given.amount,
      customer: given.customer,
      metadata: given.metadata,
      status: error ? 'requires_payment_method' : 'succeeded',
      last_payment_error: error ?? null,
      payment_method: error
        ? null
        : {
            id: given.method,
            object: 'payment_method',
            ...(cards.get(given.method) === 'no_card'
              ? { type: 'link' }
              : { type: 'card', card: cardOf(given.method) }),
          },
      latest_charge: error
        ? null
        : { id: newId('ch'), object: 'charge', created: seconds(), amount_refunded: 0 },
    }
    intents.set(intent.id, intent)
    tell(`payment_intent.${error ? 'payment_failed' : 'succeeded'}`, intent)
    return { intent, error }
  }

  const app = Fastify({ forceCloseConnections: true })
  await app.register(formbody)
  app.addHook('onRequest', async (request, reply) => {
    if (isDown) {
      request.raw.socket.destroy()
      return reply.hijack()
    }
    if (request.headers.authorization !== 'Bearer sk_test_only') {
      return reply.status(401).send({ error: { type: 'invalid_request_error', message: 'Invalid API Key' } })
    }
    return undefined
  })

  /** Executes a write once per idempotency key, then replays its answer; another body is refused. */
  const once = (act: (body: Record<string, string>) => { status: number; body: unknown }) =>
    async function handle(request: FastifyRequest, reply: FastifyReply) {
      const body = (request.body ?? {}) as Record<string, string>
      const key = request.headers['idempotency-key']?.toString()
      const asked = JSON.stringify([request.url, body])
      const known = key === undefined ? undefined : answers.get(key)
      if (known && known.request !== asked) {
        return reply.status(400).send({
          error: { type: 'idempotency_error', message: 'Keys for idempotent requests differ' },
        })
      }
      requests.push({ path: request.url, body, key })
      const isBroken = breaksNext
      breaksNext = false
      const error = { type: 'api_error', message: 'An error occurred' }
      const answer = known ?? { request: asked, ...(isBroken ? { status: 500, body: { error } } : act(body)) }
      if (key !== undefined) answers.set(key, answer)
      if (toLose > 0) {
        toLose--
        request.raw.socket.destroy()
        return reply.hijack()
      }
      return reply.status(answer.status).send(answer.body)
    }

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
      const charge = intent?.['latest_charge'] as { amount_refunded: number } | undefined
      if (!intent || !charge || charge.amount_refunded + Number(body['amount']) > intent.amount) {
        const code = charge?.amount_refunded === intent?.amount ? { code: 'charge_already_refunded' } : {}
        return {
          status: 400,
          body: { error: { type: 'invalid_request_error', ...code, message: 'Refunded' } },
        }
      }
      const amount = Number(body['amount'])
      const status = failsRefund ? 'failed' : 'succeeded'
      failsRefund = false
      if (status === 'succeeded') charge.amount_refunded += amount
      const refund = {
        id: newId('re'),
        object: 'refund',
        status,
        amount,
        payment_intent: intent.id,
        metadata: { key: body['metadata[key]'] },
      }
      refunds.push(refund)
      tell('charge.refunded', { ...charge, metadata: intent.metadata })
      return { status: 200, body: refund }
    }),
  )
  app.get<{ Querystring: { payment_intent?: string } }>('/v1/refunds', (request, reply) =>
    reply.send({
      object: 'list',
      url: '/v1/refunds',
      has_more: false,
      data: refunds.filter(refund => refund.payment_intent === request.query.payment_intent),
    }),
  )
  app.get<{ Params: { id: string } }>('/v1/refunds/:id', (request, reply) =>
    reply.send(refunds.find(each => each.id === request.params.id)),
  )
  app.get<{ Params: { id: string } }>('/v1/disputes/:id', (request, reply) =>
    reply.send(disputes.get(request.params.id)),
  )
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
  const describeMethod = (id: string) => {
    const [customer = null] = [...customers].find(([, methods]) => methods.has(id)) ?? []
    return { id, object: 'payment_method', type: 'card', customer, card: cardOf(id) }
  }
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
  await app.listen({ host: '127.0.0.1', port: 0 })

  return {
    options: { secretKey: 'sk_test_only', webhookSecret, apiUrl: app.listeningOrigin },
    events,
    requests,
    setDown: (down: boolean) => {
      isDown = down
    },
    /** Sets the time of later charges. */
    setTime: (instant: string) => {
      now = () => Temporal.Instant.from(instant)
    },
    /** Deletes a checkout page, as if under another account's keys. */
    losePage: (url: string) => sessions.delete(url.split('/').at(-1) ?? ''),
    /** Idempotency keys expire, as after a day. */
    forgetKeys: () => answers.clear(),
    /** Another card of a customer, as another system may have kept it. @returns its token here */
    addCard: (token: string): string => {
      const [customer = ''] = token.split('/')
      const method = newId('pm')
      cards.set(method, 'succeeds')
      customers.get(customer)?.add(method)
      return `${customer}/${method}`
    },
    hasCustomer: (token: string): boolean => customers.has(token.split('/')[0] ?? ''),
    /** The next writes are executed, and their responses lost. */
    loseNextAnswer: (times = 1) => {
      toLose = times
    },
    /** The next write is answered by 500, and so is each later one with its key. */
    breakNextAnswer: () => {
      breaksNext = true
    },
    failNextRefund: () => {
      failsRefund = true
    },
    /** The bank declines the next charge by this code. */
    declineNext: (code: string) => {
      nextDecline = code
    },
    /** A page ends by itself, as after a day. */
    expirePage: (url: string) => {
      const session = sessions.get(url.split('/').at(-1) ?? '')
      if (session) session.status = 'expired'
    },
    /** The bank sends a refund back. */
    failRefund: (id: string) => {
      const refund = refunds.find(each => each.id === id)
      const intent = intents.get(refund?.payment_intent ?? '')
      if (!refund || !intent) return
      refund['status'] = 'failed'
      const charge = intent['latest_charge'] as { amount_refunded: number }
      charge.amount_refunded -= refund.amount
      tell('refund.failed', refund)
      tell('charge.refund.updated', refund)
    },
    /** A dispute as it stands from now on. An inquiry is a warning at Stripe. */
    dispute: ({ id, charge, amountCents, state, respondBy }: TestDispute) => {
      const dueBy = respondBy === null ? 0 : Math.floor(respondBy.epochMilliseconds / 1000)
      const dispute = {
        id,
        object: 'dispute',
        payment_intent: charge,
        amount: amountCents,
        currency: 'eur',
        reason: 'fraudulent',
        status: state === 'inquiry' ? 'warning_needs_response' : state,
        evidence_details: { due_by: dueBy, has_evidence: false, past_due: false, submission_count: 0 },
        metadata: {},
      }
      tell(`charge.dispute.${disputes.has(id) ? 'updated' : 'created'}`, dispute)
      disputes.set(id, dispute)
    },
    /** The card's bank replaces it, and the account updater hears of it. */
    replaceCard: (token: string, { last4, validUntil }: { last4: string; validUntil: string }) => {
      const [, id = ''] = token.split('/')
      const { year, month } = Temporal.PlainDate.from(validUntil)
      replaced.set(id, { last4, exp_month: month, exp_year: year })
      tell('payment_method.automatically_updated', describeMethod(id))
    },
    /** What a reader does on the hosted page. */
    payOnPage: (url: string, card: StripeCard) => {
      const session = sessions.get(url.split('/').at(-1) ?? '')
      if (!session || session.status !== 'open') return
      const method = newId('pm')
      cards.set(method, card)
      const customer = newId('cus')
      customers.set(customer, new Set([method]))
      const { intent, error } = newIntent({
        amount: session.amount_total,
        customer,
        method,
        metadata: intentMetadata.get(session) ?? {},
        withReader: true,
      })
      Object.assign(session, { payment_intent: intent, customer })
      if (error) return
      Object.assign(session, { status: 'complete', payment_status: 'paid' })
      tell('checkout.session.completed', session)
    },
    /** Sum of all charges and refunds. */
    ledger: () => {
      const taken = [...intents.values()].filter(intent => intent.status === 'succeeded')
      return {
        taken: taken.reduce((sum, intent) => sum + intent.amount, 0),
        returned: taken.reduce(
          (sum, intent) => sum + (intent['latest_charge'] as { amount_refunded: number }).amount_refunded,
          0,
        ),
      }
    },
    stop: () => app.close(),
  }
}
