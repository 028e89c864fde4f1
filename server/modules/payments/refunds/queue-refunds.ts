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

/**
 * Queues the giving back of a payment for which nothing can be given any more. It is refunded after it was settled, when its
 * document is made and the account that paid is known.
 *
 * @param tx transaction that settles it
 */
export const queueGivingBack = (
  tx: Tx,
  { jobs }: Pick<PaymentsDeps, 'jobs'>,
  paymentId: number,
): Promise<void> => jobs.enqueue(tx, refundQueue, { paymentId, isTooLate: true })
