import { eq } from 'drizzle-orm'
import * as z from 'zod'
import type { Tx } from '#server/platform/database/database.ts'
import type { PaymentsDeps } from './payments-deps.ts'
import { settlePayment } from './settle-payment.ts'
import { payments } from './tables.ts'

/** The gateway's key for giving back what was taken by a key. */
export const refundKey = (gatewayKey: string): string => `${gatewayKey}/refund`

export const refundQueue = 'refund-payment'

/**
 * Has a paid payment given back whole, once the given transaction is committed.
 *
 * @param tx transaction of the fact because of which it is given back
 */
export const requestRefund = (
  tx: Tx,
  { jobs }: Pick<PaymentsDeps, 'jobs'>,
  paymentId: number,
): Promise<void> => jobs.enqueue(tx, refundQueue, { paymentId })

/** Gives back what is queued in this process, when it is one that works. */
export const consumeRefunds = (deps: PaymentsDeps): Promise<void> =>
  deps.jobs.consume(refundQueue, async data =>
    refundPayment(deps, z.object({ paymentId: z.int() }).parse(data).paymentId),
  )

/**
 * Gives a paid payment back. The gateway is asked with one key for it, so a repeat gives nothing back twice.
 *
 * @throws GatewayUnavailable when it is to be tried again
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
