import { GatewayUnavailable } from '#server/gateways/payments/port.ts'
import type { PaymentRow, PaymentsDeps } from './payments-deps.ts'
import { ofCheckout } from './refresh-payment.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Ends a payment that its reader has left alone: the gateway closes the page first, so nobody pays for what is not
 * there any more, and who paid in the last moment gets what was paid for. While the gateway does not answer,
 * everything stays as it is.
 */
export async function closeCheckout(
  deps: Pick<PaymentsDeps, 'db' | 'clock' | 'gateway' | 'reactions' | 'listeners' | 'log'>,
  payment: PaymentRow,
): Promise<void> {
  try {
    const settlement =
      payment.checkoutReference === null
        ? // The page was never told to anybody.
          ({ state: 'failed', failure: 'abandoned' } as const)
        : ofCheckout(payment, await deps.gateway.closeCheckout(payment.checkoutReference))
    if (settlement) await deps.db.transaction(tx => settlePayment(tx, deps, payment.id, settlement))
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error
    deps.log.warn({ err: error, paymentId: payment.id }, 'gateway does not answer')
  }
}
