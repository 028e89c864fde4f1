import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { PaymentsDeps } from '../payments-deps.ts'
import { payments, refunds } from '../tables.ts'

/**
 * Notes that the gateway could not carry out a refund that it had accepted, e.g. since the card's account is closed: the
 * money is still owed, and staff find it in the list of failed refunds. A repeated message changes nothing that a person
 * has decided meanwhile.
 *
 * @param reference the gateway's id of the refund
 * @throws GatewayUnavailable when it is to be retried
 */
export async function noteFailedRefund({ db, gateway, log }: PaymentsDeps, reference: string): Promise<void> {
  const { key, chargeReference, amountCents, hasFailed } = await gateway.readRefund(reference)
  if (!hasFailed) return
  const [own] = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(eq(refunds.key, key ?? ''))
  const ofCharge = db
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.chargeReference, chargeReference))
  const isIt = own
    ? and(
        eq(refunds.id, own.id),
        // The message may be faster than the answer to our request.
        or(eq(refunds.state, 'requested'), eq(refunds.gatewayReference, reference)),
      )
    : and(
        eq(refunds.requestedBy, 'gateway'),
        eq(refunds.amountCents, amountCents),
        isNull(refunds.gatewayReference),
        inArray(refunds.paymentId, ofCharge),
      )
  const [failed] = await db
    .update(refunds)
    .set({ state: 'failed', gatewayReference: own ? null : reference })
    .where(and(isIt, eq(refunds.way, 'card'), inArray(refunds.state, ['requested', 'sent', 'arrived'])))
    .returning({ id: refunds.id })
  if (failed) log.error({ refundId: failed.id }, 'a refund has failed at the gateway')
}
