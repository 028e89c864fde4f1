import { type PaymentsDeps, settlePayment } from '#server/modules/payments/index.ts'
import { findTransfer } from './store.ts'

/** What became of a line of a bank's statement. */
export type ReceivedTransfer = 'paid' | 'paid_before' | 'unknown_symbol' | 'wrong_amount'

/**
 * Takes a transfer that arrived on the publisher's account, known by its variable symbol. The same one told twice opens
 * one subscription; one of another amount is left to a person.
 *
 * @param transfer.amountCents what arrived, in cents
 */
export async function receiveTransfer(
  deps: Pick<PaymentsDeps, 'db' | 'clock' | 'reactions' | 'listeners'>,
  transfer: { variableSymbol: string; amountCents: number },
): Promise<ReceivedTransfer> {
  return deps.db.transaction(async tx => {
    const payment = await findTransfer(tx, transfer.variableSymbol)
    if (!payment) return 'unknown_symbol'
    if (payment.state === 'paid' || payment.state === 'refunded') return 'paid_before'
    if (payment.amountCents !== transfer.amountCents) return 'wrong_amount'
    const settled = await settlePayment(tx, deps, payment.id, { state: 'paid', chargeReference: null })
    return settled ? 'paid' : 'paid_before'
  })
}
