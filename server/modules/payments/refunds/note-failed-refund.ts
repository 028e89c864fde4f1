import { and, eq, inArray, or } from 'drizzle-orm'
import type { PaymentsDeps } from '../payments-deps.ts'
import { refunds } from '../tables.ts'
import { failRefunds } from './fail-refunds.ts'

/**
 * Notes that the gateway could not carry out a refund that it had accepted, e.g. since the card's account is closed: the
 * money is still owed, and staff find it in the list of failed refunds. A repeated message changes nothing that a person
 * has decided meanwhile.
 *
 * @param reference the gateway's id of the refund
 * @throws GatewayUnavailable when it is to be retried
 */
export async function noteFailedRefund(deps: PaymentsDeps, reference: string): Promise<void> {
  const { db, gateway, log } = deps
  const { key, hasFailed } = await gateway.readRefund(reference)
  if (!hasFailed) return
  // The message may be faster than the answer to our request.
  const isOnItsWay = and(eq(refunds.key, key ?? ''), eq(refunds.state, 'requested'))
  const isGoing = and(
    or(eq(refunds.gatewayReference, reference), isOnItsWay),
    eq(refunds.way, 'card'),
    inArray(refunds.state, ['requested', 'sent', 'arrived']),
  )
  const failed = await db.transaction(tx => failRefunds(tx, deps, isGoing, reference))
  for (const { id } of failed) log.error({ refundId: id }, 'a refund has failed at the gateway')
}
