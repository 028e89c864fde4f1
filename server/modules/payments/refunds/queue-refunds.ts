import type { Tx } from '#server/platform/database/database.ts'
import type { PaymentsDeps } from '../payments-deps.ts'

export const refundQueue = 'refund-payment'

/**
 * Queues the refunds of a payment that are requested, and that of a charge which has verified a card.
 *
 * @param tx transaction that records the reason
 */
export const queueRefunds = (
  tx: Tx,
  { jobs }: Pick<PaymentsDeps, 'jobs'>,
  paymentId: number,
): Promise<void> => jobs.enqueue(tx, refundQueue, { paymentId })
