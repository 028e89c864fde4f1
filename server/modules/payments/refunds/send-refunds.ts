import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { RefundRefused } from '#server/gateways/payments/port.ts'
import type { PaymentsDeps, RefundRow } from '../payments-deps.ts'
import { payments, refunds } from '../tables.ts'
import { failRefunds } from './fail-refunds.ts'
import { refundQueue } from './queue-refunds.ts'
import { requestRefund } from './request-refund.ts'

/** Idempotency key of the refund of a charge that bought nothing. */
export const refundKey = (gatewayKey: string): string => `${gatewayKey}/refund`

/** Condition: a refund to a card that the gateway is still to be asked for. */
export const isUnsent = and(eq(refunds.state, 'requested'), eq(refunds.way, 'card'))

const Job = z.object({ paymentId: z.int(), isTooLate: z.boolean().default(false) })

/** Consumes the queue of refunds in a worker process. */
export const consumeRefunds = (deps: PaymentsDeps): Promise<void> =>
  deps.jobs.consume(refundQueue, async data => {
    const { paymentId, isTooLate } = Job.parse(data)
    if (isTooLate) await giveBack(deps, paymentId)
    await sendRefunds(deps, paymentId)
  })

const giveBack = (deps: PaymentsDeps, paymentId: number) =>
  deps.db.transaction(async tx => {
    const [payment] = await tx
      .select({ state: payments.state })
      .from(payments)
      .where(eq(payments.id, paymentId))
      .for('no key update')
    // Staff have given it back before, or the bank took it in a dispute.
    if (payment?.state === 'refunded') return
    await requestRefund(tx, deps, {
      paymentId,
      reason: 'too_late',
      requestedBy: 'order',
      access: 'keep',
      key: `too-late/${paymentId}`,
    })
  })

/**
 * Has the gateway make the requested refunds of a payment. Crash-safe: each has its idempotency key, committed before.
 *
 * @throws GatewayUnavailable when it is to be retried
 */
export async function sendRefunds(deps: PaymentsDeps, paymentId: number): Promise<void> {
  const [payment] = await deps.db.select().from(payments).where(eq(payments.id, paymentId))
  if (!payment || payment.chargeReference === null || payment.gatewayKey === null) return
  if (payment.purpose === 'verification' && payment.state === 'paid') {
    const key = refundKey(payment.gatewayKey)
    const asked = {
      paymentId,
      reason: 'verification',
      requestedBy: 'verification',
      access: 'keep',
      key,
    } as const
    await deps.db.transaction(tx => requestRefund(tx, deps, asked))
  }
  const unsent = await deps.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), isUnsent))
  // Each alone: one that cannot be sent holds up no other.
  const failures: unknown[] = []
  for (const refund of unsent) {
    await send(deps, refund, payment.chargeReference).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

async function send(
  deps: PaymentsDeps,
  { id, key, amountCents }: RefundRow,
  reference: string,
): Promise<void> {
  const { db, clock, gateway, log } = deps
  const result = await gateway.refund({ key, reference, amountCents }).catch((error: unknown) => {
    if (!(error instanceof RefundRefused)) throw error
    log.error({ err: error, refundId: id }, 'gateway refuses a refund')
  })
  const isThis = and(eq(refunds.id, id), eq(refunds.state, 'requested'))
  if (result) {
    const { reference: gatewayReference } = result
    await db.update(refunds).set({ state: 'sent', sentAt: clock.now(), gatewayReference }).where(isThis)
  } else {
    await db.transaction(tx => failRefunds(tx, deps, isThis))
  }
}
