import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import type { RefundRow, SettleDeps } from '../payments-deps.ts'
import { refunds } from '../tables.ts'

/**
 * Counts refunds as paid out by money that has left otherwise: they have their documents already, and are owed no more.
 *
 * @param owed refunds to cards, as they were read
 * @param paid the money, with the gateway's id of what took it
 * @returns the cents of it that none of them has used
 */
export async function payOutFailed(
  tx: Tx,
  { clock }: Pick<SettleDeps, 'clock'>,
  owed: readonly RefundRow[],
  { amountCents, gatewayReference }: { amountCents: number; gatewayReference: string },
): Promise<number> {
  let restCents = amountCents
  for (const row of owed) {
    if (row.amountCents > restCents) continue
    const sent = row.state === 'failed' ? ({ state: 'sent', sentAt: clock.now() } as const) : {}
    const isAsRead = and(eq(refunds.id, row.id), eq(refunds.way, 'card'), eq(refunds.state, row.state))
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
