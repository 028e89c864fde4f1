import { eq } from 'drizzle-orm'
import { GatewayUnavailable } from '#server/gateways/payments/port.ts'
import type { PaymentRow, PaymentsDeps, SettleDeps } from './payments-deps.ts'
import { ofResult } from './refresh-payment.ts'
import { refundKey } from './refunds/send-refunds.ts'
import { type Settlement, settlePayment } from './settle-payment.ts'
import { payments } from './tables.ts'

type ChargeDeps = SettleDeps & Pick<PaymentsDeps, 'db' | 'gateway' | 'log'>

/**
 * Charges a stored card for a payment, and settles it. No lock or transaction is open during the gateway call: the
 * payment is committed already, and its idempotency key makes a retry safe.
 *
 * @param payment committed before, with its key
 */
export async function chargeCard(deps: ChargeDeps, payment: PaymentRow, cardToken: string): Promise<void> {
  const settlement = await ask(deps, payment, cardToken)
  if (!settlement) return
  const settled = await deps.db.transaction(tx => settlePayment(tx, deps, payment.id, settlement))
  if (!settled && settlement.state === 'paid') await giveBackUnwanted(deps, payment, settlement)
}

async function ask(
  { gateway, log }: ChargeDeps,
  payment: PaymentRow,
  cardToken: string,
): Promise<Settlement | undefined> {
  const { gatewayKey: key, amountCents, productCode: product } = payment
  if (key === null) throw new Error('A payment without a key is not charged')
  try {
    return ofResult(payment, await gateway.chargeOffSession({ key, amountCents, cardToken, product }))
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error
    log.warn({ err: error, paymentId: payment.id }, 'gateway does not answer')
    return { state: 'unknown' }
  }
}

/** Race: a charge sent so late that its payment had been given up buys nothing, so it is refunded. */
async function giveBackUnwanted(
  { db, gateway, log }: ChargeDeps,
  { id, gatewayKey, amountCents }: PaymentRow,
  { chargeReference: reference }: { chargeReference: string | null },
): Promise<void> {
  const [now] = await db.select({ state: payments.state }).from(payments).where(eq(payments.id, id))
  if (now?.state !== 'failed' || gatewayKey === null || reference === null) return
  log.error({ err: new Error('Charged after it was given up'), paymentId: id }, 'charge is given back')
  await gateway.refund({ key: refundKey(gatewayKey), reference, amountCents })
}
