import { GatewayUnavailable } from '#server/gateways/payments/port.ts'
import type { PaymentRow, PaymentsDeps, SettleDeps } from './payments-deps.ts'
import { queueRefresh } from './queues.ts'
import { ofResult } from './refresh-payment.ts'
import { type Settlement, settlePayment } from './settle-payment.ts'

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
  // Race: given up before its charge was sent, it bought nothing. A job gives it back, again and again if need be.
  if (!settled && settlement.state === 'paid') {
    await deps.db.transaction(tx => queueRefresh(tx, deps, payment.id))
  }
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
