import { and, eq, inArray, isNull, notExists, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { PaymentsDeps } from '../payments-deps.ts'
import { payments, refunds } from '../tables.ts'

const heard = alias(refunds, 'heard')

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
  const isPaidOut = and(eq(refunds.way, 'card'), inArray(refunds.state, ['requested', 'sent', 'arrived']))
  const failed = await db.transaction(async tx => {
    // Lock against a race: of equal refunds made at the gateway, each message fails another one.
    const isCharged = eq(payments.chargeReference, chargeReference)
    await tx.select({ id: payments.id }).from(payments).where(isCharged).for('no key update')
    const [own] = await tx
      .select({ id: refunds.id })
      .from(refunds)
      .where(eq(refunds.key, key ?? ''))
    const told = tx.select().from(heard).where(eq(heard.gatewayReference, reference))
    const madeThere = tx
      .select({ id: refunds.id })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(
        and(
          isCharged,
          isPaidOut,
          eq(refunds.requestedBy, 'gateway'),
          eq(refunds.amountCents, amountCents),
          isNull(refunds.gatewayReference),
          notExists(told),
        ),
      )
      .orderBy(refunds.id)
      .limit(1)
    const isIt = own
      ? and(
          eq(refunds.id, own.id),
          // The message may be faster than the answer to our request.
          or(eq(refunds.state, 'requested'), eq(refunds.gatewayReference, reference)),
        )
      : inArray(refunds.id, madeThere)
    return tx
      .update(refunds)
      .set({ state: 'failed', gatewayReference: own ? null : reference })
      .where(and(isIt, isPaidOut))
      .returning({ id: refunds.id })
  })
  for (const { id } of failed) log.error({ refundId: id }, 'a refund has failed at the gateway')
}
