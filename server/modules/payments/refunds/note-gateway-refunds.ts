import { eq } from 'drizzle-orm'
import type { GatewayRefund } from '#server/gateways/payments/port.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { PaymentsDeps, RefundRow, SettleDeps } from '../payments-deps.ts'
import { newsQueue } from '../queues.ts'
import { lockReadersOf } from '../store.ts'
import { payments, refunds } from '../tables.ts'
import { payOutFailed } from './pay-out-failed.ts'
import { requestRefund } from './request-refund.ts'

/**
 * Takes over what was refunded at the gateway itself, e.g. by hand in its dashboard: each of its refunds that is not known
 * here is a refund of its own. Idempotent, in any order of calls.
 *
 * @param chargeReference the charge of the payment
 * @throws GatewayUnavailable when it is to be retried
 */
export async function noteGatewayRefunds(
  deps: SettleDeps & Pick<PaymentsDeps, 'db' | 'gateway'>,
  paymentId: number,
  chargeReference: string,
): Promise<void> {
  for (const refund of await deps.gateway.listRefunds(chargeReference)) {
    // Each alone: what follows from a second one is never waited for with the number of the first one's credit note.
    if (!refund.hasFailed) await deps.db.transaction(tx => note(tx, deps, paymentId, refund))
  }
}

const keyOf = (reference: string): string => `gateway/${reference}`

const isOf = (row: RefundRow, { key, reference }: GatewayRefund): boolean =>
  row.key === key || row.key === keyOf(reference) || row.gatewayReference === reference

/** One that had failed, or of which a person has noted that it was paid out otherwise. A bank's is a dispute. */
const isPaidOutElsewhere = ({ way, state, requestedBy, gatewayReference }: RefundRow): boolean =>
  way === 'card' &&
  requestedBy !== 'bank' &&
  (state === 'failed' || (state !== 'requested' && gatewayReference === null))

/** Pays out with a refund of the gateway what had failed, which has its document already; the rest of it is new. */
async function note(tx: Tx, deps: SettleDeps, paymentId: number, refund: GatewayRefund): Promise<void> {
  const isPayment = eq(payments.id, paymentId)
  // Nothing is bought meanwhile behind what a refund moves. Lock order: readers' rows first, as for a withdrawal.
  await lockReadersOf(tx, isPayment)
  const [payment] = await tx.select().from(payments).where(isPayment).for('no key update')
  const known = await tx.select().from(refunds).where(eq(refunds.paymentId, paymentId)).orderBy(refunds.id)
  const isPaid = payment?.state === 'paid' || payment?.state === 'refunded'
  if (!isPaid || known.some(row => isOf(row, refund))) return
  const { reference: gatewayReference, amountCents } = refund
  const owed = known.filter(isPaidOutElsewhere)
  const restCents = await payOutFailed(tx, deps, owed, { amountCents, gatewayReference })
  const leftCents = payment.amountCents - payment.refundedCents
  const newCents = Math.min(restCents, leftCents)
  if (newCents > 0) {
    await requestRefund(tx, deps, {
      paymentId,
      amountCents: newCents,
      reason: 'gateway',
      requestedBy: 'gateway',
      // A part may be meant as a discount, so it leaves the access as it is.
      access: newCents === leftCents && deps.settings.refundEndsAccess ? 'end' : 'keep',
      key: keyOf(gatewayReference),
      gatewayReference,
      isSent: true,
    })
  }
  // It may have failed since it was listed, and the message of that have found nothing here.
  if (newCents > 0 || restCents < amountCents) {
    await deps.jobs.enqueue(tx, newsQueue, { about: 'refund', id: gatewayReference })
  }
}
