import { and, eq, lte, sql } from 'drizzle-orm'
import { AppError, refusal } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { PaymentRow, RefundRow, SettleDeps } from '../payments-deps.ts'
import { payments, refunds } from '../tables.ts'
import { queueRefunds } from './queue-refunds.ts'
import { findPayer } from './store.ts'

/** Key of the refund that a withdrawal asks for. Operators' keys have a prefix of their own, so none can look like it. */
export const withdrawalKey = (paymentId: number): string => `withdrawal/${paymentId}`

/** Key of the refund that a lost dispute is, by the gateway's id of the dispute. */
export const disputeKey = (gatewayReference: string): string => `dispute/${gatewayReference}`

/** Whether a refund was asked for by its reader, who is told of it by the withdrawal's own mail. */
export const isWithdrawal = ({ key, paymentId }: Pick<RefundRow, 'key' | 'paymentId'>): boolean =>
  key === withdrawalKey(paymentId)

export type RefundRequest = Pick<RefundRow, 'paymentId' | 'reason' | 'requestedBy' | 'access' | 'key'> & {
  /** What is given back; all that is left of the payment when not given. */
  amountCents?: number | undefined
  /** Whether the gateway has refunded it already, and its id of that. */
  isSent?: boolean
  gatewayReference?: string
  /** Refuses, by throwing, what is not to be given back now; of a refund that is known it is not asked. */
  check?: (tx: Tx, payment: PaymentRow, amountCents: number) => Promise<void>
}

/**
 * Gives back a payment or a part of it: what follows for the access, the corrective document and the reader's mail are of
 * one transaction; the money leaves afterwards, by card through a job, by transfer in the next payment order. The sum of
 * refunds never exceeds the payment: the guard is in the statement that writes. Idempotent by its key.
 *
 * @param tx transaction of what the refund is for; the payment's row is locked until its end
 * @throws AppError `not_found`, `operation_refused` when less is left, nothing was paid, or it was paid elsewhere,
 *   `idempotency_key_reused` for another payment
 */
export async function requestRefund(
  tx: Tx,
  deps: Omit<SettleDeps, 'settings'>,
  { isSent = false, check, ...wanted }: RefundRequest,
): Promise<RefundRow> {
  const { paymentId, key } = wanted
  const isPayment = eq(payments.id, paymentId)
  const [before] = await tx.select().from(payments).where(isPayment).for('no key update')
  if (!before) throw new AppError('not_found')
  // Equal requests wait for the lock, so that the second finds the refund of the first.
  const [known] = await tx.select().from(refunds).where(eq(refunds.key, key))
  if (known) return known
  const way = wayOf(before)
  const amountCents = wanted.amountCents ?? before.amountCents - before.refundedCents
  await check?.(tx, before, amountCents)
  const refunded = sql`${payments.refundedCents} + ${amountCents}::int`
  const [payment] = await tx
    .update(payments)
    .set({
      refundedCents: refunded,
      state: sql`case when ${refunded} = ${payments.amountCents} then 'refunded' else ${payments.state} end`,
    })
    .where(and(isPayment, eq(payments.state, 'paid'), lte(refunded, payments.amountCents)))
    .returning()
  if (!payment || amountCents <= 0) throw tooMuch(before)
  const now = deps.clock.now()
  const [refund] = await tx
    .insert(refunds)
    .values({
      ...wanted,
      amountCents,
      way,
      ...(way === 'transfer' ? await findPayer(tx, paymentId) : {}),
      state: isSent ? 'sent' : 'requested',
      requestedAt: now,
      sentAt: isSent ? now : null,
    })
    .onConflictDoNothing()
    .returning()
  // Race: another payment was refunded under this key meanwhile.
  if (!refund) throw new AppError({ key: 'idempotency_key_reused', field: 'key' })
  await deps.reactions[payment.purpose].onRefunded(tx, payment, refund)
  for (const listener of deps.listeners) await listener.onRefunded(tx, payment, refund)
  // What verified a card is sent by the job that asks for it.
  if (way === 'card' && !isSent && payment.purpose !== 'verification') await queueRefunds(tx, deps, paymentId)
  return refund
}

function wayOf({ method, chargeReference }: PaymentRow): RefundRow['way'] {
  if (chargeReference !== null) return 'card'
  if (method === 'card' || method === 'bank_transfer') return 'transfer'
  throw refusal('It was not paid to this account: give it back where it was paid.', 'id')
}

function tooMuch({ state, amountCents, refundedCents }: PaymentRow): AppError {
  if (state !== 'paid') return refusal(`The payment is ${state}, so nothing of it can be given back.`, 'id')
  const left = ((amountCents - refundedCents) / 100).toFixed(2)
  return refusal(`Of this payment ${left} € can be given back, and at least a cent.`, 'amount_cents')
}
