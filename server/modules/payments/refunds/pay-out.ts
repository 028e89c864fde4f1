import { randomBytes } from 'node:crypto'
import { and, eq, inArray, isNotNull, isNull, not, sql } from 'drizzle-orm'
import { AppError, refusal } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { RefundRow } from '../payments-deps.ts'
import { payments, refunds } from '../tables.ts'
import { payOutByDisputes } from './pay-out-failed.ts'
import { type PaymentOrder, writePaymentOrder } from './payment-order.ts'
import { findPayer, type ListedRefund, listRefunds } from './store.ts'

/**
 * Takes all refunds by transfer whose account is known into a payment order for the bank; from then on they count as
 * sent. Two at once never hold the same refund.
 *
 * @param wanted.messageId of a former order, which is written again as it was
 * @throws AppError `not_found` for an unknown order, `operation_refused` when there is nothing to send, or an account of a
 *   former order was erased since
 */
export async function exportRefunds(
  tx: Tx,
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  wanted: { messageId?: string | undefined; version: PaymentOrder['version'] },
): Promise<{ messageId: string; xml: string; items: ListedRefund[] }> {
  const messageId = wanted.messageId ?? (await takeNew(tx, clock.now()))
  const items = await listRefunds(tx, { exportedAs: messageId })
  const [first] = items
  if (!first) throw new AppError({ key: 'not_found', field: 'message_id' })
  const erased = items.find(({ refund }) => refund.iban === null)
  if (erased)
    throw refusal(
      `The account of refund ${erased.refund.id} is erased by now; the order is not written again.`,
    )
  const { iban, beneficiary: name } = settings.bank
  const xml = writePaymentOrder({
    version: wanted.version,
    messageId,
    createdAt: first.refund.sentAt ?? first.refund.requestedAt,
    debtor: { name, iban },
    transfers: items.map(({ refund, payment, reader }) => ({
      refundId: refund.id,
      amountCents: refund.amountCents,
      recipient: refund.recipient ?? reader.name ?? reader.email,
      iban: refund.iban ?? '',
      variableSymbol: payment.variableSymbol,
      message: `Vratenie platby ${payment.variableSymbol ?? ''}`.trim(),
    })),
  })
  return { messageId, xml, items }
}

async function takeNew(tx: Tx, now: Temporal.Instant): Promise<string> {
  // The moment alone would name two orders of one millisecond, and each would hold the refunds of both.
  const messageId = `REFUNDS-${now.epochMilliseconds}-${randomBytes(6).toString('hex')}`
  const isToSend = and(eq(refunds.state, 'requested'), eq(refunds.way, 'transfer'))
  // The statement that carries the payment may have come since.
  const unknown = await tx
    .select({ id: refunds.id, paymentId: refunds.paymentId })
    .from(refunds)
    .where(and(isToSend, isNull(refunds.iban)))
    .for('update')
  for (const { id, paymentId } of unknown) {
    await tx
      .update(refunds)
      .set(await findPayer(tx, paymentId))
      .where(eq(refunds.id, id))
  }
  const taken = await tx
    .update(refunds)
    .set({ state: 'sent', sentAt: now, exportedAs: messageId })
    .where(and(isToSend, isNotNull(refunds.iban)))
    .returning({ id: refunds.id })
  if (taken.length === 0) {
    throw refusal(
      'No refund waits to be sent to a known account; `refunds list --state requested` shows the others.',
    )
  }
  return messageId
}

const statesBefore = {
  sent: ['requested', 'failed'],
  arrived: ['requested', 'sent'],
  // A bank returns money days after it was booked, when the statement has said already that it arrived.
  failed: ['requested', 'sent', 'arrived'],
} as const satisfies Record<string, readonly RefundRow['state'][]>

export type MarkedState = keyof typeof statesBefore

/** One that a job is about to send to a card can't be decided by a person. */
const isAtGateway = sql<boolean>`(${refunds.way} = 'card' and ${refunds.state} = 'requested')`

/**
 * Notes by hand that the money was sent, has arrived or has not.
 *
 * @throws AppError `not_found`, `operation_refused` when the refund is in another state
 */
export async function markRefund(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { id, state }: { id: number; state: MarkedState },
): Promise<void> {
  const now = clock.now()
  // Lock as of `failRefunds`: a dispute that is lost at once is no longer one that this overlooks.
  const payment = await lockPaymentOf(tx, id)
  await change(tx, id, statesBefore[state], {
    state,
    // The gateway's word about a refund that had failed is no longer one about this.
    ...(state === 'sent' ? { sentAt: now, gatewayReference: null } : {}),
    arrivedAt: state === 'arrived' ? now : null,
  })
  // The bank may have taken it by a dispute before.
  if (state === 'failed' && payment) await payOutByDisputes(tx, { clock }, payment.id)
}

async function lockPaymentOf(tx: Tx, refundId: number): Promise<{ id: number } | undefined> {
  const ofRefund = tx.select({ id: refunds.paymentId }).from(refunds).where(eq(refunds.id, refundId))
  const [payment] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(inArray(payments.id, ofRefund))
    .for('no key update')
  return payment
}

/**
 * Has a refund sent by transfer to another account, e.g. since the card was refused, or the account that paid is not
 * known. The payer must agree (Directive 2011/83/EU, art. 13(1)).
 *
 * @throws AppError `not_found`, `operation_refused` when it was sent already
 */
export const redirectRefund = (
  tx: Tx,
  { id, iban, recipient }: { id: number; iban: string; recipient: string },
): Promise<void> =>
  change(tx, id, ['requested', 'failed'], {
    state: 'requested',
    way: 'transfer',
    iban,
    recipient,
    exportedAs: null,
    sentAt: null,
  })

async function change(
  tx: Tx,
  id: number,
  before: readonly RefundRow['state'][],
  columns: Partial<typeof refunds.$inferInsert>,
): Promise<void> {
  const [changed] = await tx
    .update(refunds)
    .set(columns)
    .where(and(eq(refunds.id, id), inArray(refunds.state, [...before]), not(isAtGateway)))
    .returning({ id: refunds.id })
  if (changed) return
  const [now] = await tx.select().from(refunds).where(eq(refunds.id, id))
  if (!now) throw new AppError('not_found')
  throw refusal(`The refund is ${now.state}, by ${now.way}, so this cannot be done with it now.`)
}

/** A debit of the publisher's account. */
export type Debit = { id: number; variableSymbol: string; amountCents: number }

/**
 * Finds refunds among what was paid out of the publisher's account, by variable symbol and sum: they have arrived.
 *
 * @param debits symbols without leading zeros
 * @returns the payment that was refunded, by the debit's id
 */
export async function arriveRefunds(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  debits: readonly Debit[],
): Promise<Map<number, number>> {
  const found = new Map<number, number>()
  if (debits.length === 0) return found
  const sent = await tx
    .select({ refund: refunds, symbol: sql<string>`ltrim(${payments.variableSymbol}, '0')` })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(refunds.state, 'sent'), eq(refunds.way, 'transfer')))
    .orderBy(refunds.id)
    .for('update', { of: refunds })
  for (const debit of debits) {
    const at = sent.findIndex(
      ({ refund, symbol }) => symbol === debit.variableSymbol && refund.amountCents === debit.amountCents,
    )
    const [match] = at === -1 ? [] : sent.splice(at, 1)
    if (!match) continue
    found.set(debit.id, match.refund.paymentId)
    await tx
      .update(refunds)
      .set({ state: 'arrived', arrivedAt: clock.now() })
      .where(eq(refunds.id, match.refund.id))
  }
  return found
}
