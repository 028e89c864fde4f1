import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import type { PaymentRow, SettleDeps } from '../payments-deps.ts'
import { payments, refunds } from '../tables.ts'
import { requestRefund } from './request-refund.ts'

/**
 * Takes over what was refunded at the gateway itself, e.g. by hand in its dashboard: all that it has refunded beyond the
 * refunds that are known here is a refund of its own. One that may still be on its way to the gateway counts as known;
 * one that had failed has been paid out by it.
 *
 * @param refundedCents all that the gateway has refunded of this payment
 * @returns the payment as it is now; undefined when there is nothing new
 */
export async function noteGatewayRefund(
  tx: Tx,
  deps: SettleDeps,
  paymentId: number,
  { refundedCents }: { refundedCents: number },
): Promise<PaymentRow | undefined> {
  const isPayment = eq(payments.id, paymentId)
  const [payment] = await tx.select().from(payments).where(isPayment).for('no key update')
  if (payment?.state !== 'paid') return undefined
  const known = await tx
    .select()
    .from(refunds)
    .where(
      // What a bank took by a dispute is no refund for the gateway.
      and(eq(refunds.paymentId, paymentId), eq(refunds.way, 'card'), ne(refunds.requestedBy, 'bank')),
    )
    .orderBy(refunds.id)
  let newCents = refundedCents
  for (const { state, amountCents } of known) if (state !== 'failed') newCents -= amountCents
  for (const { id, state, amountCents } of known) {
    if (state !== 'failed' || amountCents > newCents) continue
    // A person has paid it out in the gateway's dashboard; it has its document already.
    await tx.update(refunds).set({ state: 'sent', sentAt: deps.clock.now() }).where(eq(refunds.id, id))
    newCents -= amountCents
  }
  const left = payment.amountCents - payment.refundedCents
  const amountCents = Math.min(newCents, left)
  if (amountCents <= 0) return undefined
  await requestRefund(tx, deps, {
    paymentId,
    amountCents,
    reason: 'gateway',
    requestedBy: 'gateway',
    // A part may be meant as a discount, so it leaves the access as it is.
    access: amountCents === left && deps.settings.refundEndsAccess ? 'end' : 'keep',
    key: `gateway/${paymentId}/${refundedCents}`,
    isSent: true,
  })
  const [after] = await tx.select().from(payments).where(isPayment)
  return after
}
