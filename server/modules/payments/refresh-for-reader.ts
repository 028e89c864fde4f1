import { withTimeout } from '#server/platform/timeout.ts'
import type { PaymentsDeps } from './payments-deps.ts'
import { refreshPayment } from './refresh-payment.ts'

/**
 * Asks the gateway about a payment that its reader is looking at. Whatever the gateway answers, the reader is shown
 * the known state; a payment that cannot be settled is retried by the scheduled job, and shown to staff.
 *
 * @param options.quietMs throttle: a reader who only waits makes us ask this often at most
 */
export async function refreshForReader(
  deps: PaymentsDeps,
  paymentId: number,
  options: { quietMs: number } = { quietMs: 2000 },
): Promise<void> {
  try {
    await withTimeout(deps, 'asking about a payment', refreshPayment(deps, paymentId, options))
  } catch (error) {
    deps.log.error({ err: error, paymentId }, 'payment could not be refreshed')
  }
}
