import type { PaymentRow } from '#server/modules/payments/index.ts'

/** Money that came to the publisher's account. */
export type Transfer = {
  /** Digits without leading zeros. */
  variableSymbol: string
  amountCents: number
  /** The day on which the bank booked it, YYYY-MM-DD. */
  bookedOn: string
}

/** What a transfer is for: a payment that is, or was, awaited. */
export type AwaitedPayment = Pick<
  PaymentRow,
  'id' | 'userId' | 'variableSymbol' | 'state' | 'amountCents' | 'paidOn'
> & {
  /** Its reader's data were erased, so there is nobody to open anything for. */
  isErased: boolean
}

const isPaid = ({ state }: AwaitedPayment) => state === 'paid' || state === 'refunded'

/** Given up, or of nobody any more. */
export const isClosed = (payment: AwaitedPayment): boolean =>
  payment.state === 'failed' || (payment.isErased && !isPaid(payment))

/**
 * What comes later under the symbol of what was given back is another payment, or the refund that the bank has returned; and
 * what comes more than a month later under any, e.g. by a standing order, is for something else.
 */
const mayHavePaid = ({ state, paidOn }: AwaitedPayment, { bookedOn }: Transfer): boolean =>
  paidOn !== null && Temporal.PlainDate.from(paidOn).until(bookedOn).days <= (state === 'paid' ? 31 : 0)

/** Outcome of a transfer. Only the first one settles anything; the others are left to a person. */
export type TransferJudgement =
  | { result: 'paid'; paymentId: number; readerId: number }
  | { result: 'underpaid' | 'overpaid' | 'closed'; paymentId: number }
  /** `isWhole` when it may be the very money of a payment that counts as paid. */
  | { result: 'paid_before'; paymentId: number; isWhole: boolean }
  | { result: 'unknown_symbol'; paymentId: null }

/** Normalized variable symbol, for comparing: some banks pad it with zeros. */
export const bareSymbol = (symbol: string): string => symbol.replace(/^0+(?=\d)/, '')

/**
 * Matches each transfer with the payment that it pays. A payment is paid by one transfer of its exact sum: of two for
 * the same payment, the second is a duplicate.
 *
 * @param transfers in the order in which they came
 * @param payments all with one of their variable symbols
 * @returns a judgement for each transfer, in their order
 */
export function judgeTransfers(
  transfers: readonly Transfer[],
  payments: readonly AwaitedPayment[],
): TransferJudgement[] {
  const bySymbol = Map.groupBy(payments, payment => bareSymbol(payment.variableSymbol ?? ''))
  const paidNow = new Set<number>()
  return transfers.map(transfer => {
    const candidates = bySymbol.get(bareSymbol(transfer.variableSymbol)) ?? []
    const isWaiting = (each: AwaitedPayment) => !isPaid(each) && !isClosed(each) && !paidNow.has(each.id)
    const exact = candidates.find(each => isWaiting(each) && each.amountCents === transfer.amountCents)
    const payment = exact ?? candidates.find(isWaiting) ?? candidates[0]
    if (!payment) return { result: 'unknown_symbol', paymentId: null }
    const paymentId = payment.id
    if (payment === exact) {
      paidNow.add(paymentId)
      return { result: 'paid', paymentId, readerId: payment.userId }
    }
    if (isClosed(payment)) return { result: 'closed', paymentId }
    if (!isWaiting(payment)) {
      const isWhole = payment.amountCents === transfer.amountCents && mayHavePaid(payment, transfer)
      return { result: 'paid_before', paymentId, isWhole }
    }
    return {
      result: transfer.amountCents < payment.amountCents ? 'underpaid' : 'overpaid',
      paymentId,
    }
  })
}
