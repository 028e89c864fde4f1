import { eq } from 'drizzle-orm'
import * as z from 'zod'
import type { Tx } from '#server/platform/database/database.ts'
import type { PaymentsDeps } from './payments-deps.ts'
import { settlePayment } from './settle-payment.ts'
import { payments } from './tables.ts'

/** Idempotency key of the refund of a charge. */
export const refundKey = (gatewayKey: string): string => `${gatewayKey}/refund`

export const refundQueue = 'refund-payment'

/**
 * Queues the full refund of a paid payment, once the given transaction is committed.
 *
 * @param tx transaction that records the reason of the refund
 */
export const requestRefund = (
  tx: Tx,
  { jobs }: Pick<PaymentsDeps, 'jobs'>,
  paymentId: number,
): Promise<void> => jobs.enqueue(tx, refundQueue, { paymentId })

/** Consumes the queue of refunds in a worker process. */
export const consumeRefunds = (deps: PaymentsDeps): Promise<void> =>
  deps.jobs.consume(refundQueue, async data =>
    refundPayment(deps, z.object({ paymentId: z.int() }).parse(data).paymentId),
  )

/**
 * Refunds a paid payment. Idempotent: one idempotency key for each payment.
 *
 * @throws GatewayUnavailable when it is to be retried
 */
export async function refundPayment(deps: PaymentsDeps, paymentId: number): Promise<void> {
  const [payment] = await deps.db.select().from(payments).where(eq(payments.id, paymentId))
  if (payment?.state !== 'paid' || payment.chargeReference === null || payment.gatewayKey === null) return
  await deps.gateway.refund({
    key: refundKey(payment.gatewayKey),
    reference: payment.chargeReference,
    amountCents: payment.amountCents,
  })
  await deps.db.transaction(tx => settlePayment(tx, deps, paymentId, { state: 'refunded' }))
}
