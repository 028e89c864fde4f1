import { inArray, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import type { SettleDeps } from '../payments-deps.ts'
import { payments, refunds } from '../tables.ts'
import { payOutByDisputes } from './pay-out-failed.ts'

/**
 * Notes that refunds have failed: they are owed, unless a bank has taken the money by a dispute.
 *
 * @param which condition of the refunds
 * @param gatewayReference the gateway's id of the refund; the one that is known stays where it is not given
 * @returns their ids
 */
export async function failRefunds(
  tx: Tx,
  deps: Pick<SettleDeps, 'clock'>,
  which: SQL | undefined,
  gatewayReference?: string,
): Promise<{ id: number }[]> {
  // Lock against a race: a dispute that is lost at once would find the refund on its way, and this no lost dispute.
  const isTheirs = inArray(payments.id, tx.select({ id: refunds.paymentId }).from(refunds).where(which))
  await tx.select({ id: payments.id }).from(payments).where(isTheirs).for('no key update')
  const failed = await tx
    .update(refunds)
    .set({ state: 'failed', ...(gatewayReference === undefined ? {} : { gatewayReference }) })
    .where(which)
    .returning({ id: refunds.id, paymentId: refunds.paymentId })
  for (const paymentId of new Set(failed.map(each => each.paymentId))) {
    await payOutByDisputes(tx, deps, paymentId)
  }
  return failed
}
