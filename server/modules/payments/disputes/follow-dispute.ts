import { and, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { GatewayDispute } from '#server/gateways/payments/port.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { createCounter } from '#server/platform/telemetry/metrics.ts'
import type { DisputeRow, PaymentRow, PaymentsDeps } from '../payments-deps.ts'
import { payOutByDisputes } from '../refunds/pay-out-failed.ts'
import { disputeKey, requestRefund } from '../refunds/request-refund.ts'
import { lockReadersOf } from '../store.ts'
import { disputes, payments } from '../tables.ts'

const countDisputes = createCounter(
  'profil_disputes_total',
  'Disputes of which this process heard, by the state that they came into.',
  ['state'],
)

type State = DisputeRow['state']

/** States from which a dispute may change into this one, so that late messages change nothing. */
const statesBefore: Record<State, readonly State[]> = {
  inquiry: [],
  needs_response: ['inquiry'],
  under_review: ['inquiry', 'needs_response'],
  won: ['inquiry', 'needs_response', 'under_review', 'lost'],
  lost: ['inquiry', 'needs_response', 'under_review'],
}

const isClosed = (state: State): boolean => state === 'won' || state === 'lost'

/**
 * Follows a dispute: while it is open nothing renews for its reader; once none is, what those that were won
 * have stopped goes on. Lost, it is a refund by the bank. Idempotent, in any order of messages.
 *
 * @param reference the gateway's id of the dispute
 * @throws GatewayUnavailable when it is to be retried
 */
export async function followDispute(deps: PaymentsDeps, reference: string): Promise<void> {
  const found = await deps.gateway.readDispute(reference)
  const state = await deps.db.transaction(tx => note(tx, deps, reference, found))
  if (state) countDisputes({ state })
}

/** @returns its state if that is news */
async function note(
  tx: Tx,
  deps: PaymentsDeps,
  gatewayReference: string,
  { chargeReference, respondBy, ...found }: GatewayDispute,
): Promise<State | undefined> {
  const { state } = found
  const isDisputed = eq(payments.chargeReference, chargeReference)
  // Lock against a race: of two disputes that are decided at once each would find the other open. Lock order:
  // readers' rows first, as for a withdrawal.
  await lockReadersOf(tx, isDisputed)
  const [payment] = await tx.select().from(payments).where(isDisputed).for('no key update')
  if (!payment) {
    deps.log.warn({ gatewayReference }, 'a dispute is about no payment of ours')
    return undefined
  }
  const now = deps.clock.now()
  const closedAt = isClosed(state) ? now : null
  const [fresh] = await tx
    .insert(disputes)
    .values({ ...found, paymentId: payment.id, gatewayReference, respondBy, openedAt: now, closedAt })
    .onConflictDoNothing()
    .returning()
  if (fresh) {
    if (state !== 'won') await deps.disputeReaction.onOpened(tx, payment, fresh)
    if (state === 'lost') await giveUp(tx, deps, payment, fresh)
    return state
  }
  const known = eq(disputes.gatewayReference, gatewayReference)
  const [before] = await tx.select({ state: disputes.state }).from(disputes).where(known)
  const [changed] = await tx
    .update(disputes)
    .set({ ...found, respondBy, closedAt })
    .where(and(known, inArray(disputes.state, [...statesBefore[state]])))
    .returning()
  if (!changed) return undefined
  if (state === 'lost') await giveUp(tx, deps, payment, changed)
  if (state === 'won' && before?.state === 'lost') {
    deps.log.error({ disputeId: changed.id }, 'a lost dispute was won: its credit note is to be taken back')
  } else if (isClosed(state)) {
    const all = await findDisputesOf(tx, payment.userId)
    const won = all.filter(each => each.state === 'won')
    if (all.every(each => isClosed(each.state))) await deps.disputeReaction.onAllClosed(tx, payment, won)
  }
  return state
}

/**
 * The bank has taken the money: a refund that is done, with its credit note. Where it took more than was left here, it took
 * what came back to us of other refunds, which are owed no more.
 */
async function giveUp(tx: Tx, deps: PaymentsDeps, payment: PaymentRow, dispute: DisputeRow): Promise<void> {
  const left = payment.amountCents - payment.refundedCents
  const amountCents = Math.min(dispute.amountCents, left)
  if (payment.state === 'paid' && amountCents > 0) {
    await requestRefund(tx, deps, {
      paymentId: payment.id,
      amountCents,
      reason: 'dispute',
      requestedBy: 'bank',
      access: amountCents === left && deps.settings.disputeEndsAccess ? 'end' : 'keep',
      key: disputeKey(dispute.gatewayReference),
      isSent: true,
    })
  }
  await payOutByDisputes(tx, deps, payment.id)
}

const findDisputesOf = (tx: Tx, userId: number): Promise<DisputeRow[]> =>
  tx
    .select(getTableColumns(disputes))
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .where(eq(payments.userId, userId))
