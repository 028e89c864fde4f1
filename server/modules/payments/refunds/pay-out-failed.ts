import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import type { RefundRow, SettleDeps } from '../payments-deps.ts'
import { disputes, refunds } from '../tables.ts'
import { disputeKey } from './request-refund.ts'

type ClockDeps = Pick<SettleDeps, 'clock'>

/**
 * Counts refunds as paid out by money that has left otherwise: they have their documents already, and are owed no more.
 *
 * @param owed refunds that have failed, or that nobody has sent yet, as they were read
 * @param paid the money, with the gateway's id of what took it
 * @returns the cents of it that none of them has used
 */
export async function payOutFailed(
  tx: Tx,
  { clock }: ClockDeps,
  owed: readonly RefundRow[],
  { amountCents, gatewayReference }: { amountCents: number; gatewayReference: string },
): Promise<number> {
  let restCents = amountCents
  for (const row of owed) {
    if (row.amountCents > restCents) continue
    const sent = isUnpaid(row) ? ({ way: 'card', state: 'sent', sentAt: clock.now() } as const) : {}
    const isAsRead = and(eq(refunds.id, row.id), eq(refunds.way, row.way), eq(refunds.state, row.state))
    const paidOut = await tx
      .update(refunds)
      .set({ ...sent, gatewayReference })
      .where(isAsRead)
      .returning()
    // Race: staff have it sent to an account, or have noted otherwise.
    if (paidOut.length > 0) restCents -= row.amountCents
  }
  return restCents
}

/** Failed, or redirected to an account and in no payment order yet. */
const isUnpaid = ({ way, state }: RefundRow): boolean =>
  state === 'failed' || (way === 'transfer' && state === 'requested')

/**
 * Counts failed refunds of a payment as paid out by what banks took of it in lost disputes beyond what was left of it. Called
 * when either is news, since they come in any order; the payment's row is locked.
 */
export async function payOutByDisputes(tx: Tx, deps: ClockDeps, paymentId: number): Promise<void> {
  const all = await tx.select().from(refunds).where(eq(refunds.paymentId, paymentId)).orderBy(refunds.id)
  const isLost = and(eq(disputes.paymentId, paymentId), eq(disputes.state, 'lost'))
  const lost = await tx.select().from(disputes).where(isLost).orderBy(disputes.id)
  const owed = all.filter(isUnpaid)
  for (const { gatewayReference, amountCents } of lost) {
    const used = all.filter(
      row => row.key === disputeKey(gatewayReference) || row.gatewayReference === gatewayReference,
    )
    const restCents = used.reduce((rest, row) => rest - row.amountCents, amountCents)
    await payOutFailed(tx, deps, owed, { amountCents: restCents, gatewayReference })
  }
}
