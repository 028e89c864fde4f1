import { isOpen } from './payment-state.ts'
import type { PaymentRow, PaymentsDeps, SettleDeps } from './payments-deps.ts'
import { ofCheckout } from './refresh-payment.ts'
import { neverRequested, settlePayment } from './settle-payment.ts'

/**
 * Ends an abandoned payment. The gateway closes the page first, so it can't be paid afterwards, and a reader who paid in
 * the last moment gets what was paid for. A page that is opened at this moment stays, to be closed by the next call.
 *
 * @throws GatewayUnavailable while the gateway does not answer; then everything stays as it is
 * @throws Error when the page stays open
 */
export async function closeCheckout(
  deps: SettleDeps & Pick<PaymentsDeps, 'db' | 'gateway'>,
  payment: PaymentRow,
): Promise<void> {
  const settlement =
    payment.checkoutReference === null
      ? // The page was never opened, so nothing was paid.
        neverRequested
      : ofCheckout(payment, await deps.gateway.closeCheckout(payment.checkoutReference))
  if (settlement) await deps.db.transaction(tx => settlePayment(tx, deps, payment.id, settlement))
  else if (isOpen(payment)) throw new Error('The gateway did not close a page')
}
