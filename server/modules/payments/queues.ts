import type { Tx } from '#server/platform/database/database.ts'
import type { PaymentsDeps } from './payments-deps.ts'

/** Payments about which the gateway is to be asked. */
export const refreshQueue = 'refresh-payment'

/** Cards, refunds and disputes of which the gateway has news. */
export const newsQueue = 'hear-gateway'

/**
 * Has the gateway asked about a payment.
 *
 * @param tx transaction that records the reason
 */
export const queueRefresh = (
  tx: Tx,
  { jobs }: Pick<PaymentsDeps, 'jobs'>,
  paymentId: number,
): Promise<void> => jobs.enqueue(tx, refreshQueue, { paymentId })
