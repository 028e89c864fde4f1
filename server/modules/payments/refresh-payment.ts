import { and, eq, inArray, isNull, lte, or } from 'drizzle-orm'
import {
  type ChargeResult,
  type Checkout,
  type GatewayCard,
  GatewayUnavailable,
  type TakenMoney,
} from '#server/gateways/payments/port.ts'
import { dayOf } from '#server/platform/clock.ts'
import { isOpen, openStates } from './payment-state.ts'
import type { PaymentRow, PaymentsDeps, SettleDeps } from './payments-deps.ts'
import { noteGatewayRefunds } from './refunds/note-gateway-refunds.ts'
import { refundUnwanted } from './refunds/refund-unwanted.ts'
import { neverRequested, type Settlement, settlePayment } from './settle-payment.ts'
import { cards, payments } from './tables.ts'

type RefreshDeps = SettleDeps & Pick<PaymentsDeps, 'db' | 'gateway' | 'log'>

/**
 * Asks the gateway for the state of a payment, and settles it accordingly. Every trigger (webhook, reader coming back,
 * scheduled job) asks here instead of trusting its input.
 *
 * @param options.quietMs throttle: asks only if the last question is this long ago
 * @param options.waits whether to wait for the lock of a charge or settlement under way; a webhook waits, so that it is
 *   not lost, a reader does not
 * @param options.isRetried whether the caller asks again where the gateway does not answer
 * @throws GatewayUnavailable only then
 */
export async function refreshPayment(
  deps: RefreshDeps,
  paymentId: number,
  options: { quietMs?: number; waits?: boolean; isRetried?: boolean } = {},
): Promise<void> {
  const payment = await takeTurn(deps, paymentId, options)
  if (!payment) return
  try {
    const settlement = payment.checkoutReference
      ? await ofPage(deps, payment, payment.checkoutReference)
      : await ofCharge(deps, payment)
    if (!settlement) return
    const settled = await deps.db.transaction(tx => settlePayment(tx, deps, paymentId, settlement))
    // Just settled, it is asked about once more, by a job.
    if (settled || settlement.state !== 'paid' || settlement.chargeReference === null) return
    if (settlement.isGivenBack) await noteGatewayRefunds(deps, paymentId, settlement.chargeReference)
    else await refundUnwanted(deps, payment, settlement.chargeReference)
  } catch (error) {
    // What is open is asked about again by the scheduled job.
    if (options.isRetried || !(error instanceof GatewayUnavailable)) throw error
    deps.log.warn({ err: error, paymentId }, 'gateway does not answer')
  }
}

/** Concurrent calls: one of them asks. */
async function takeTurn(
  { db, clock }: Pick<RefreshDeps, 'db' | 'clock'>,
  paymentId: number,
  { quietMs = 0, waits = false }: { quietMs?: number; waits?: boolean },
): Promise<PaymentRow | undefined> {
  const now = clock.now()
  const isQuiet =
    quietMs === 0
      ? undefined
      : or(isNull(payments.askedAt), lte(payments.askedAt, now.subtract({ milliseconds: quietMs })))
  const free = db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.id, paymentId), isQuiet))
    .for('no key update', waits ? {} : { skipLocked: true })
  const [payment] = await db
    .update(payments)
    .set({ askedAt: now })
    .where(inArray(payments.id, free))
    .returning()
  return payment
}

async function ofPage(
  { db, gateway }: Pick<RefreshDeps, 'db' | 'gateway'>,
  payment: PaymentRow,
  reference: string,
): Promise<Settlement | undefined> {
  const checkout = await gateway.readCheckout(reference)
  if (checkout.state === 'open' && checkout.decline !== payment.lastDecline) {
    await db
      .update(payments)
      .set({ lastDecline: checkout.decline })
      .where(and(eq(payments.id, payment.id), inArray(payments.state, [...openStates])))
  }
  return ofCheckout(payment, checkout)
}

/** Maps a checkout page's state to a settlement; undefined when there is nothing new. */
export function ofCheckout(payment: PaymentRow, checkout: Checkout): Settlement | undefined {
  if (checkout.state === 'paid') return ofTaken(payment, checkout, checkout.card)
  if (checkout.state === 'open' || !isOpen(payment)) return undefined
  return { state: 'failed', failure: checkout.decline ?? 'abandoned' }
}

/** Maps a charge's result to a settlement; undefined while it is undecided. */
export function ofResult(payment: PaymentRow, result: ChargeResult): Settlement | undefined {
  if (result.state === 'succeeded') return ofTaken(payment, result)
  if (result.state === 'pending') return isOpen(payment) ? { state: 'unknown' } : undefined
  return { state: 'failed', failure: result.reason }
}

/** How long a charge may be under way to the gateway, with all retries. */
const onItsWay = { minutes: 2 }

async function ofCharge(
  { db, clock, gateway }: Pick<RefreshDeps, 'db' | 'clock' | 'gateway'>,
  payment: PaymentRow,
): Promise<Settlement | undefined> {
  if (payment.gatewayKey === null || payment.cardId === null) return undefined
  const [card] = await db.select().from(cards).where(eq(cards.id, payment.cardId))
  if (!card) return undefined
  const found = await gateway.findCharge({ key: payment.gatewayKey, cardToken: card.gatewayToken })
  // It was sent so late that its payment had been given up.
  if (found.state === 'succeeded' && payment.failure === 'abandoned') return asPaid(found)
  if (found.state !== 'none') return ofResult(payment, found)
  // Charges of renewals are retried by their own job. Anything else that never arrived has failed: a late charge reads the
  // state first, under its lock.
  const isLate = Temporal.Instant.compare(clock.now(), payment.at.add(onItsWay)) > 0
  const hasOwnJob = payment.purpose === 'renewal' && payment.state !== 'created'
  return isOpen(payment) && isLate && !hasOwnJob ? neverRequested : undefined
}

function ofTaken(payment: PaymentRow, taken: TakenMoney, card?: GatewayCard | null): Settlement | undefined {
  // One that is settled changes no more, but what was given back of it may be news.
  return isOpen(payment) || taken.refundedCents > 0 ? asPaid(taken, card) : undefined
}

const asPaid = (
  { reference, refundedCents, takenAt }: TakenMoney,
  card?: GatewayCard | null,
): Settlement => ({
  state: 'paid',
  chargeReference: reference,
  paidOn: dayOf(takenAt).toString(),
  isGivenBack: refundedCents > 0,
  ...(card ? { card } : {}),
})
