import { and, eq, exists, isNull, ne, or } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { receiveWebhook as endpoint } from '#contract/payments/webhooks.ts'
import { type News, WebhookNotGenuine, WebhookUnreadable } from '#server/gateways/payments/port.ts'
import { AppError } from '#server/platform/app-error.ts'
import { configOf } from '#server/platform/http/route.ts'
import type { PaymentsDeps } from './payments-deps.ts'
import { newsQueue, queueRefresh, refreshQueue } from './queues.ts'
import { refreshPayment } from './refresh-payment.ts'
import { payments, refunds } from './tables.ts'

/**
 * The gateway's webhook. A message only names what has news; a worker then asks the gateway for its state. So
 * messages may be repeated, late or out of order, and a forged one changes nothing.
 */
export async function receiveWebhooks(app: FastifyInstance, deps: PaymentsDeps): Promise<void> {
  await app.register(async scope => {
    // The signature is over the raw bytes, so the body is not parsed before.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { gateway: string } }>(
      endpoint.path,
      { config: configOf(endpoint) },
      async (request, reply) => {
        if (request.params.gateway !== deps.gateway.name) throw new AppError('not_found')
        if (!Buffer.isBuffer(request.body)) throw new AppError('invalid_input')
        const message = { body: request.body, headers: request.headers }
        const news = await deps.gateway.verifyWebhook(message).catch((error: unknown) => {
          if (error instanceof WebhookNotGenuine) throw new AppError('forbidden')
          if (error instanceof WebhookUnreadable) throw new AppError('invalid_input')
          throw error
        })
        if (news) await queueNews(deps, news)
        return reply.status(204).send()
      },
    )
  })
}

/**
 * Consumes the queue in a worker process: asks the gateway about each payment, again and again while it does not answer,
 * since nothing else asks about one that is paid.
 */
export const consumeRefreshes = (deps: PaymentsDeps): Promise<void> =>
  deps.jobs.consume(refreshQueue, async data => {
    const { paymentId } = z.object({ paymentId: z.int() }).parse(data)
    await refreshPayment(deps, paymentId, { waits: true, isRetried: true })
  })

async function queueNews(deps: PaymentsDeps, { about, id: key }: News): Promise<void> {
  await deps.db.transaction(async tx => {
    if (about !== 'payment') return await deps.jobs.enqueue(tx, newsQueue, { about, id: key })
    // A charge may be sent so late that its payment had been given up.
    const isGivenUp = and(eq(payments.failure, 'abandoned'), isNull(payments.checkoutReference))
    const failedRefund = tx
      .select()
      .from(refunds)
      .where(and(eq(refunds.paymentId, payments.id), eq(refunds.state, 'failed')))
    const [payment] = await tx
      .select({ id: payments.id })
      .from(payments)
      .where(
        and(
          eq(payments.gatewayKey, key),
          // Final states: nothing to ask, unless a refund that had failed may have been paid out at the gateway.
          or(ne(payments.state, 'failed'), isGivenUp),
          or(ne(payments.state, 'refunded'), exists(failedRefund)),
        ),
      )
    if (payment) await queueRefresh(tx, deps, payment.id)
  })
}
