import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { GatewayCard } from '#server/gateways/payments/port.ts'
import { lockReaders } from '#server/modules/identity/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/only-row.ts'
import { statesBefore } from './payment-state.ts'
import type { PaymentRow, SettleDeps } from './payments-deps.ts'
import { queueRefresh } from './queues.ts'
import { cards, payments } from './tables.ts'

/** How money came: the gateway's name of it, null for a transfer, and the day, YYYY-MM-DD in the publisher's calendar. */
type Received = { chargeReference: string | null; paidOn: string }

export type Settlement =
  /** `isGivenBack`: the gateway has refunded some of it already. */
  | (Received & { state: 'paid'; card?: GatewayCard; isGivenBack: boolean })
  | { state: 'failed'; failure: NonNullable<PaymentRow['failure']>; onlyWithoutPage?: true }
  | { state: 'unknown' }

/** Gives up a payment that was never requested: void when its page is opened meanwhile. */
export const neverRequested = { state: 'failed', failure: 'abandoned', onlyWithoutPage: true } as const

/**
 * Changes a payment's state, together with all that follows from it. Idempotent, in any order of calls: the guard is in
 * the statement that writes (optimistic lock on the state).
 *
 * @param tx transaction in which it is settled; the payment's row is locked until its end
 * @returns the payment as it is now; undefined when it may not change so any more
 */
export async function settlePayment(
  tx: Tx,
  deps: SettleDeps,
  paymentId: number,
  settlement: Settlement,
): Promise<PaymentRow | undefined> {
  const { state } = settlement
  const isIt = eq(payments.id, paymentId)
  // Lock order: whose it is first (decision 034), since what is paid opens something.
  if (state === 'paid') await lockReaders(tx, tx.select({ id: payments.userId }).from(payments).where(isIt))
  const hasNoPage = 'onlyWithoutPage' in settlement ? isNull(payments.checkoutReference) : undefined
  const [payment] = await tx
    .update(payments)
    .set({ state, ...columnsOf(settlement, deps.clock.now()) })
    .where(and(isIt, inArray(payments.state, statesBefore(state)), hasNoPage))
    .returning()
  if (!payment) return undefined
  const settled =
    settlement.state === 'paid' && settlement.card ? await keepCard(tx, payment, settlement.card) : payment
  await react(tx, deps, [settled])
  if (settlement.state === 'paid' && settlement.isGivenBack) await queueRefresh(tx, deps, paymentId)
  return settled
}

/**
 * Batch form of settlePayment for payments that become `paid` without a new card: one statement writes all of them.
 *
 * @param tx transaction in which they are settled
 * @param taken charges by the gateway, or transfers to the account; of payments of one purpose
 */
export async function settlePaid(
  tx: Tx,
  deps: Pick<SettleDeps, 'clock' | 'reactions' | 'listeners'>,
  taken: readonly (Received & { paymentId: number })[],
): Promise<void> {
  if (taken.length === 0) return
  const pick = (type: string, value: (each: Received) => string | null) =>
    sql`case ${payments.id} ${sql.join(
      taken.map(each => sql`when ${each.paymentId}::int then ${value(each)}::${sql.raw(type)}`),
      sql` `,
    )} end`
  const settled = await tx
    .update(payments)
    .set({
      state: 'paid',
      settledAt: deps.clock.now(),
      chargeReference: pick('text', each => each.chargeReference),
      paidOn: pick('date', each => each.paidOn),
    })
    .where(
      and(
        inArray(
          payments.id,
          taken.map(each => each.paymentId),
        ),
        inArray(payments.state, statesBefore('paid')),
      ),
    )
    .returning()
  await react(tx, deps, settled)
}

async function react(
  tx: Tx,
  { reactions, listeners }: Pick<SettleDeps, 'reactions' | 'listeners'>,
  settled: readonly PaymentRow[],
): Promise<void> {
  const [first] = settled
  if (!first) return
  const { state, purpose } = first
  const reaction = reactions[purpose]
  if (state === 'paid') await reaction.onPaid(tx, settled)
  if (state === 'failed') for (const payment of settled) await reaction.onFailed(tx, payment)
  if (state === 'paid') for (const listener of listeners) await listener.onPaid(tx, settled)
}

function columnsOf(settlement: Settlement, now: Temporal.Instant) {
  if (settlement.state === 'unknown') return { askedAt: now }
  const settled = { settledAt: now, checkoutRequest: null }
  if (settlement.state === 'paid') {
    return { ...settled, chargeReference: settlement.chargeReference, paidOn: settlement.paidOn }
  }
  return { ...settled, ...(settlement.state === 'failed' ? { failure: settlement.failure } : {}) }
}

async function keepCard(tx: Tx, payment: PaymentRow, card: GatewayCard): Promise<PaymentRow> {
  const kept = onlyRow(
    await tx
      .insert(cards)
      .values({
        userId: payment.userId,
        gatewayToken: card.token,
        brand: card.brand,
        last4: card.last4,
        validUntil: card.validUntil,
      })
      .returning({ id: cards.id }),
  )
  await tx.update(payments).set({ cardId: kept.id }).where(eq(payments.id, payment.id))
  return { ...payment, cardId: kept.id }
}
