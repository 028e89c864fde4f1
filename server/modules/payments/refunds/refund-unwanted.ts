import { eq } from 'drizzle-orm'
import type { PaymentRow, PaymentsDeps } from '../payments-deps.ts'
import { payments } from '../tables.ts'
import { refundKey } from './send-refunds.ts'

/**
 * Refunds a charge that reached the gateway after its payment had been given up, and so bought nothing. Idempotent. It
 * has no row among the refunds, since nothing was paid: the payment stays `failed`.
 *
 * @param reference the gateway's id of the charge
 * @throws GatewayUnavailable, RefundRefused: the job that asks is tried again
 */
export async function refundUnwanted(
  { db, gateway, log }: Pick<PaymentsDeps, 'db' | 'gateway' | 'log'>,
  { id, gatewayKey, amountCents }: PaymentRow,
  reference: string,
): Promise<void> {
  // `failed` is final: whoever finds it so may act on it without a lock.
  const [now] = await db.select({ state: payments.state }).from(payments).where(eq(payments.id, id))
  if (now?.state !== 'failed' || gatewayKey === null) return
  log.error({ err: new Error('Charged after it was given up'), paymentId: id }, 'charge is given back')
  await gateway.refund({ key: refundKey(gatewayKey), reference, amountCents })
}
