import { withPatience } from '#server/platform/patience.ts'
import type { PaymentsDeps } from './payments-deps.ts'
import { refreshPayment } from './refresh-payment.ts'

/** How often a reader who waits makes us ask the gateway, at most. */
const quietMs = 2000

/**
 * Asks the gateway about a payment that its reader is looking at. Whatever the gateway answers, the reader is told what
 * is known; a payment that cannot be settled is asked about again by the clock, and shown to staff.
 */
export async function refreshForReader(deps: PaymentsDeps, paymentId: number): Promise<void> {
  try {
    await withPatience(deps, 'asking about a payment', refreshPayment(deps, paymentId, { quietMs }))
  } catch (error) {
    deps.log.error({ err: error, paymentId }, 'payment could not be refreshed')
  }
}
