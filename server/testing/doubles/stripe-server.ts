import formbody from '@fastify/formbody'
import Fastify from 'fastify'
import type { TestDispute } from './demo-gateway.ts'
import { openStripeBooks, webhookSecret } from './stripe-books.ts'
import type { StripeCard } from './stripe-cards.ts'
import { serveCustomers } from './stripe-customers.ts'
import { servePages } from './stripe-pages.ts'
import { makeRefund, servePayments } from './stripe-payments.ts'
import { openRequests } from './stripe-requests.ts'

/**
 * A server that speaks the part of Stripe's HTTP protocol that the adapter uses, as Stripe documents it: form-encoded
 * requests, its objects and errors, idempotency keys that replay the first answer, signed events.
 */
export async function startStripeServer() {
  const books = openStripeBooks()
  const { answers, requests, faults, once } = openRequests()
  let isDown = false
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
  servePages(app, books, once)
  servePayments(app, books, once)
  serveCustomers(app, books)
  await app.listen({ host: '127.0.0.1', port: 0 })

  return {
    options: { secretKey: 'sk_test_only', webhookSecret, apiUrl: app.listeningOrigin },
    events: books.events,
    requests,
    setDown: (down: boolean) => {
      isDown = down
    },
    /** Sets the time of later charges. */
    setTime: (instant: string) => {
      books.next.now = () => Temporal.Instant.from(instant)
    },
    /** Deletes a checkout page, as if under another account's keys. */
    losePage: (url: string) => books.sessions.delete(url.split('/').at(-1) ?? ''),
    /** Idempotency keys expire, as after a day. */
    forgetKeys: () => answers.clear(),
    /** Another card of a customer, as another system may have kept it. @returns its token here */
    addCard: (token: string): string => {
      const [customer = ''] = token.split('/')
      const method = books.newId('pm')
      books.cards.set(method, 'succeeds')
      books.customers.get(customer)?.add(method)
      return `${customer}/${method}`
    },
    hasCustomer: (token: string): boolean => books.customers.has(token.split('/')[0] ?? ''),
    /** The next writes are executed, and their responses lost. */
    loseNextAnswer: (times = 1) => {
      faults.toLose = times
    },
    /** The next write is answered by 500, and so is each later one with its key. */
    breakNextAnswer: () => {
      faults.breaksNext = true
    },
    failNextRefund: () => {
      books.next.failsRefund = true
    },
    /** The bank declines the next charge by this code. */
    declineNext: (code: string) => {
      books.next.decline = code
    },
    /** A page ends by itself, as after a day. */
    expirePage: (url: string) => {
      const session = books.sessions.get(url.split('/').at(-1) ?? '')
      if (session) session.status = 'expired'
    },
    /** Staff refund a part in the dashboard. */
    refundThere: (intent: string, amount: number) =>
      makeRefund(books, books.intents.get(intent), amount, {})?.id ?? '',
    /** The bank sends a refund back. */
    failRefund: (id: string) => {
      const refund = books.refunds.find(each => each.id === id)
      const intent = books.intents.get(refund?.payment_intent ?? '')
      if (!refund || !intent) return
      refund['status'] = 'failed'
      const charge = intent['latest_charge'] as { amount_refunded: number }
      charge.amount_refunded -= refund.amount
      books.tell('refund.failed', refund)
      books.tell('charge.refund.updated', refund)
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
      books.tell(`charge.dispute.${books.disputes.has(id) ? 'updated' : 'created'}`, dispute)
      books.disputes.set(id, dispute)
    },
    /** The card's bank replaces it, and the account updater hears of it. */
    replaceCard: (token: string, { last4, validUntil }: { last4: string; validUntil: string }) => {
      const [, id = ''] = token.split('/')
      const { year, month } = Temporal.PlainDate.from(validUntil)
      books.replaced.set(id, { last4, exp_month: month, exp_year: year })
      books.tell('payment_method.automatically_updated', books.describeMethod(id))
    },
    /** What a reader does on the hosted page. */
    payOnPage: (url: string, card: StripeCard) => {
      const session = books.sessions.get(url.split('/').at(-1) ?? '')
      if (!session || session.status !== 'open') return
      const method = books.newId('pm')
      books.cards.set(method, card)
      const customer = books.newId('cus')
      books.customers.set(customer, new Set([method]))
      const { intent, error } = books.newIntent({
        amount: session.amount_total,
        customer,
        method,
        metadata: books.intentMetadata.get(session) ?? {},
        withReader: true,
      })
      Object.assign(session, { payment_intent: intent, customer })
      if (error) return
      Object.assign(session, { status: 'complete', payment_status: 'paid' })
      books.tell('checkout.session.completed', session)
    },
    /** Sum of all charges and refunds. */
    ledger: () => {
      const taken = [...books.intents.values()].filter(intent => intent.status === 'succeeded')
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
