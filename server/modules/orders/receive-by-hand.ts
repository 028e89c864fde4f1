import { type PaymentsDeps, settlePaid } from '#server/modules/payments/index.ts'
import { AppError, refusal } from '#server/platform/app-error.ts'
import { dayOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { isClosed, type Transfer } from './judge-transfers.ts'
import { receiveTransfers } from './receive-transfers.ts'
import { lockTransfers } from './store.ts'

type ReceivingDeps = Pick<PaymentsDeps, 'clock' | 'reactions' | 'listeners'>

/**
 * Settles the payment under a variable symbol by a person's decision, whatever the sum.
 *
 * @param tx transaction of the decision
 * @returns the payment, whose it is, and whether it was waited for until now
 * @throws AppError `not_found` when nothing of that symbol waits or was paid, `operation_refused` when its reader was erased
 */
export async function receiveByHand(
  tx: Tx,
  deps: ReceivingDeps,
  { variableSymbol, bookedOn }: Pick<Transfer, 'variableSymbol' | 'bookedOn'>,
): Promise<{ paymentId: number; readerId: number; opened: boolean }> {
  const candidates = await lockTransfers(tx, [variableSymbol])
  const open = candidates.filter(({ state }) => state === 'created' || state === 'submitted')
  const waiting = open.find(each => !isClosed(each))
  const payment = waiting ?? candidates.find(({ state }) => state === 'paid')
  if (!payment && open.length > 0) {
    throw refusal('Its reader was erased: give the money back to whoever sent it.', 'variable_symbol')
  }
  if (!payment) throw new AppError({ key: 'not_found', field: 'variable_symbol' })
  if (waiting)
    await settlePaid(tx, deps, [{ paymentId: waiting.id, chargeReference: null, paidOn: bookedOn }])
  return { paymentId: payment.id, readerId: payment.userId, opened: waiting !== undefined }
}

/**
 * Confirms a transfer ahead of the bank's statement. The sum is given as well, so that a mistyped symbol opens nothing.
 *
 * @param tx transaction of the decision
 * @param transfer.bookedOn the day on which the money came: the document states it and the VAT follows it
 * @throws AppError `not_found`; `operation_refused` when it was paid before, another sum is waited for, or the day is
 *   still to come or before the order's
 */
export async function confirmTransfer(
  tx: Tx,
  deps: ReceivingDeps,
  transfer: Transfer,
): Promise<{ paymentId: number; readerId: number }> {
  const isBefore = (one: string | Temporal.PlainDate, other: string | Temporal.PlainDate) =>
    Temporal.PlainDate.compare(one, other) < 0
  if (isBefore(dayOf(deps.clock.now()), transfer.bookedOn)) {
    throw refusal('The money cannot have come on a day that is still to come.', 'booked_on')
  }
  const asked = await lockTransfers(tx, [transfer.variableSymbol])
  // Nobody knew the symbol yet: a mistyped day would date the document and its VAT into a month that is closed.
  if (asked.length > 0 && asked.every(({ at }) => isBefore(transfer.bookedOn, dayOf(at)))) {
    throw refusal('The money cannot have come before it was asked for.', 'booked_on')
  }
  const [judgement] = await receiveTransfers(tx, deps, [transfer])
  if (judgement?.result === 'paid') return judgement
  if (judgement === undefined || judgement.result === 'unknown_symbol') {
    throw new AppError({ key: 'not_found', field: 'variable_symbol' })
  }
  if (judgement.result === 'paid_before' || judgement.result === 'closed') {
    throw refusal(
      'What was asked for under this symbol is paid, or was given up: see its order.',
      'variable_symbol',
    )
  }
  throw refusal('Another sum is waited for under this symbol: see the list of transfers.', 'amount_cents')
}
