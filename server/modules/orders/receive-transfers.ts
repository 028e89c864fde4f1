import { type PaymentsDeps, settlePaid } from '#server/modules/payments/index.ts'
import { dayOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { judgeTransfers, type Transfer, type TransferJudgement } from './judge-transfers.ts'
import { lockTransfers } from './store.ts'

type ReceivingDeps = Pick<PaymentsDeps, 'clock' | 'reactions' | 'listeners'>

/**
 * Takes transfers that arrived on the publisher's account, matched by their variable symbols: what is paid in full is
 * opened, in the same transaction. Idempotent: a transfer taken twice opens one subscription. One of another amount is
 * left to a person (R1.24).
 *
 * @param tx transaction that records them; it locks the payments until its end
 * @returns what became of each, in their order
 */
export async function receiveTransfers(
  tx: Tx,
  deps: ReceivingDeps,
  transfers: readonly Transfer[],
): Promise<TransferJudgement[]> {
  if (transfers.length === 0) return []
  const judgements = judgeTransfers(
    transfers,
    await lockTransfers(
      tx,
      transfers.map(each => each.variableSymbol),
    ),
  )
  await settlePaid(
    tx,
    deps,
    judgements.flatMap(({ result, paymentId }, index) => {
      const paidOn = transfers[index]?.bookedOn
      return result === 'paid' && paidOn !== undefined ? [{ paymentId, chargeReference: null, paidOn }] : []
    }),
  )
  return judgements
}

/** Takes one transfer that is booked today, as receiveTransfers takes many. */
export const receiveTransfer = (
  deps: ReceivingDeps & Pick<PaymentsDeps, 'db'>,
  transfer: Omit<Transfer, 'bookedOn'>,
): Promise<TransferJudgement['result']> =>
  deps.db.transaction(async tx => {
    const bookedOn = dayOf(deps.clock.now()).toString()
    const [judgement] = await receiveTransfers(tx, deps, [{ ...transfer, bookedOn }])
    if (!judgement) throw new Error('A transfer was not judged')
    return judgement.result
  })
