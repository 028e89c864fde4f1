import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { receiveWebhook as endpoint } from '#contract/payments/webhooks.ts'
import { WebhookNotGenuine, WebhookUnreadable } from '#server/gateways/payments/port.ts'
import { AppError } from '#server/platform/app-error.ts'
import { configOf } from '#server/platform/http/route.ts'
import type { PaymentsDeps } from './payments-deps.ts'
import { refreshPayment } from './refresh-payment.ts'
import { payments } from './tables.ts'

const refreshQueue = 'refresh-payment'

/**
 * Takes the gateway's messages. A message only says of which payment there is news; the news itself is asked for by a
 * worker. So messages may come twice, late and out of order, and one that somebody made up changes nothing.
 */
export async function receiveWebhooks(app: FastifyInstance, deps: PaymentsDeps): Promise<void> {
  await app.register(async scope => {
    // The signature is over the bytes, so they are taken as they came.
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
        if (news) await queueRefresh(deps, news.key)
        return reply.status(204).send()
      },
    )
  })
}

/** Asks the gateway about the payments that are queued, in a process that works. */
export const consumeRefreshes = (deps: PaymentsDeps): Promise<void> =>
  deps.jobs.consume(refreshQueue, async data =>
    refreshPayment(deps, z.object({ paymentId: z.int() }).parse(data).paymentId, { waits: true }),
  )

async function queueRefresh({ db, jobs }: PaymentsDeps, key: string): Promise<void> {
  await db.transaction(async tx => {
    const [payment] = await tx
      .select({ id: payments.id, state: payments.state })
      .from(payments)
      .where(eq(payments.gatewayKey, key))
    // Of a payment that failed or was given back there is no news.
    if (!payment || payment.state === 'failed' || payment.state === 'refunded') return
    await jobs.enqueue(tx, refreshQueue, { paymentId: payment.id })
  })
}
