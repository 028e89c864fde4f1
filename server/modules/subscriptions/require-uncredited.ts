import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { PaymentRow } from '#server/modules/payments/index.ts'
import { refusal } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { subscriptions, upgrades } from './tables.ts'

/**
 * Refuses to give back what is credit towards a later purchase that stands: it would be paid out while what it bought
 * goes on.
 *
 * @param tx transaction that has locked the reader
 * @throws AppError `operation_refused`, which names the payment to refund first
 */
export async function requireUncredited(
  tx: Tx,
  { id, amountCents, refundedCents }: PaymentRow,
  cents: number,
): Promise<void> {
  const later = await findCrediting(tx, id)
  const last = later.at(-1)
  if (!last) return
  const credited = later[0]?.creditedCents ?? 0
  const free = Math.max(0, amountCents - refundedCents - credited)
  if (cents <= free) return
  const most = (free / 100).toFixed(2)
  throw refusal(
    `Of this payment ${most} € can be given back: the rest was counted towards a later purchase. Refund payment ${last.paymentId} first.`,
    'amount_cents',
  )
}

/** The purchases that hold the rest of what a payment bought, in their order. */
async function findCrediting(
  tx: Tx,
  paymentId: number,
): Promise<{ paymentId: number; creditedCents: number }[]> {
  const [next] = await tx
    .select({ paymentId: upgrades.paymentId, creditedCents: upgrades.creditedCents })
    .from(upgrades)
    .innerJoin(subscriptions, eq(subscriptions.id, upgrades.subscriptionId))
    .where(
      and(eq(subscriptions.paymentId, paymentId), isNotNull(upgrades.openedId), isNull(upgrades.failedAt)),
    )
  return next ? [next, ...(await findCrediting(tx, next.paymentId))] : []
}
