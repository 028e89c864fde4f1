import { withTimeout } from '#server/platform/timeout.ts'
import type { PaymentsDeps } from './payments-deps.ts'
import { refreshPayment } from './refresh-payment.ts'

/** Throttle: a waiting reader makes us ask the gateway this often at most. */
const quietMs = 2000

/**
 * Asks the gateway about a payment that its reader is looking at. Whatever the gateway answers, the reader is shown
 * the known state; a payment that cannot be settled is retried by the scheduled job, and shown to staff.
 */
export async function refreshForReader(deps: PaymentsDeps, paymentId: number): Promise<void> {
  try {
    await withTimeout(deps, 'asking about a payment', refreshPayment(deps, paymentId, { quietMs }))
  } catch (error) {
    deps.log.error({ err: error, paymentId }, 'payment could not be refreshed')
  }
}
