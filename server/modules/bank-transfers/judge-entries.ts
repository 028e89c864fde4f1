import { bareSymbol, type Transfer, type TransferJudgement } from '#server/modules/orders/index.ts'
import type { Debit } from '#server/modules/payments/index.ts'
import type { bankEntries } from './tables.ts'

type Entry = Pick<
  typeof bankEntries.$inferSelect,
  'amountCents' | 'bookedOn' | 'currency' | 'isDebit' | 'isReversal' | 'variableSymbol'
>
export type UnmatchedReason = NonNullable<(typeof bankEntries.$inferSelect)['reason']>

export type EntryOutcome =
  | { state: 'confirmed'; paymentId: number }
  | { state: 'unmatched'; reason: UnmatchedReason; paymentId: number | null }

/** Why an entry can't pay for anything, e.g. a debit; undefined when it may. */
export function obstacleOf(entry: Entry): UnmatchedReason | undefined {
  if (entry.isReversal) return 'reversal'
  if (entry.isDebit) return 'debit'
  if (entry.currency !== 'EUR') return 'wrong_currency'
  return entry.variableSymbol === null ? 'no_symbol' : undefined
}

/** An entry that may be a refund which was sent. */
export const toDebit = ({ id, ...entry }: Entry & { id: number }): Debit[] =>
  entry.isDebit && !entry.isReversal && entry.currency === 'EUR' && entry.variableSymbol !== null
    ? [{ id, variableSymbol: bareSymbol(entry.variableSymbol), amountCents: entry.amountCents }]
    : []

/** Maps an entry to the transfer type of orders. */
export const toTransfer = ({ variableSymbol, amountCents, bookedOn }: Entry): Transfer => ({
  variableSymbol: variableSymbol ?? '',
  amountCents,
  bookedOn,
})

/**
 * Outcome of an entry, by the judgement of its transfer. If its payment counts as paid with no entry behind it (support
 * has confirmed it ahead of the statement, or it was paid in a former system), this entry is its money.
 *
 * @param covered payments that an entry has paid; the one that is accounted for here is added
 */
export function toOutcome(judgement: TransferJudgement, covered: Set<number>): EntryOutcome {
  const { result, paymentId } = judgement
  if (result === 'paid') return { state: 'confirmed', paymentId }
  if (result === 'closed') return { state: 'unmatched', reason: 'payment_closed', paymentId }
  if (result !== 'paid_before') return { state: 'unmatched', reason: result, paymentId }
  if (!judgement.isWhole || covered.has(judgement.paymentId)) {
    return { state: 'unmatched', reason: 'already_paid', paymentId }
  }
  covered.add(judgement.paymentId)
  return { state: 'confirmed', paymentId: judgement.paymentId }
}
