import { and, eq, isNull, lte, or } from 'drizzle-orm'
import { type ChargeResult, type Checkout, GatewayUnavailable } from '#server/gateways/payments/port.ts'
import { isOpen } from './payment-state.ts'
import type { PaymentRow, PaymentsDeps } from './payments-deps.ts'
import { type Settlement, settlePayment } from './settle-payment.ts'
import { cards, payments } from './tables.ts'

type RefreshDeps = Pick<PaymentsDeps, 'db' | 'clock' | 'gateway' | 'reactions' | 'listeners' | 'log'>

/**
 * Asks the gateway what became of a payment, and settles it accordingly. Whoever hears of a payment (a message of the
 * gateway, a reader coming back, the clock) asks here instead of believing what it heard.
 *
 * @param options.quietMs asks only when nobody has asked for so long
 */
export async function refreshPayment(
  deps: RefreshDeps,
  paymentId: number,
  options: { quietMs?: number } = {},
): Promise<void> {
  const payment = await takeTurn(deps, paymentId, options.quietMs ?? 0)
  if (!payment) return
  try {
    const settlement = payment.checkoutReference
      ? ofCheckout(payment, await deps.gateway.readCheckout(payment.checkoutReference))
      : await ofCharge(deps, payment)
    if (settlement) await deps.db.transaction(tx => settlePayment(tx, deps, paymentId, settlement))
  } catch (error) {
    // Nothing is lost: it is asked again.
    if (!(error instanceof GatewayUnavailable)) throw error
    deps.log.warn({ err: error, paymentId }, 'gateway does not answer')
  }
}

/** Of many who would ask at once, one does. */
async function takeTurn(
  { db, clock }: Pick<RefreshDeps, 'db' | 'clock'>,
  paymentId: number,
  quietMs: number,
): Promise<PaymentRow | undefined> {
  const now = clock.now()
  const isQuiet =
    quietMs === 0
      ? undefined
      : or(isNull(payments.askedAt), lte(payments.askedAt, now.subtract({ milliseconds: quietMs })))
  const [payment] = await db
    .update(payments)
    .set({ askedAt: now })
    .where(and(eq(payments.id, paymentId), isQuiet))
    .returning()
  return payment
}

/** What a page's state means for its payment; undefined when it means nothing new. */
export function ofCheckout(payment: PaymentRow, checkout: Checkout): Settlement | undefined {
  if (checkout.state === 'paid') return ofTaken(payment, checkout, checkout.card)
  if (checkout.state === 'open' || !isOpen(payment)) return undefined
  return { state: 'failed', failure: checkout.decline ?? 'abandoned' }
}

/** What a charge's result means for its payment; undefined while it is not decided. */
export function ofResult(payment: PaymentRow, result: ChargeResult): Settlement | undefined {
  if (result.state === 'succeeded') return ofTaken(payment, result)
  if (result.state === 'pending') return isOpen(payment) ? { state: 'unknown' } : undefined
  return { state: 'failed', failure: result.reason }
}

async function ofCharge(
  { db, gateway }: Pick<RefreshDeps, 'db' | 'gateway'>,
  payment: PaymentRow,
): Promise<Settlement | undefined> {
  if (payment.gatewayKey === null || payment.cardId === null) return undefined
  const [card] = await db.select().from(cards).where(eq(cards.id, payment.cardId))
  if (!card) return undefined
  const found = await gateway.findCharge({ key: payment.gatewayKey, cardToken: card.gatewayToken })
  return found.state === 'none' ? undefined : ofResult(payment, found)
}

function ofTaken(
  payment: PaymentRow,
  taken: { reference: string; refundedCents: number },
  card?: Extract<Checkout, { state: 'paid' }>['card'],
): Settlement | undefined {
  if (isOpen(payment)) {
    return { state: 'paid', chargeReference: taken.reference, ...(card ? { card } : {}) }
  }
  return taken.refundedCents >= payment.amountCents ? { state: 'refunded' } : undefined
}
