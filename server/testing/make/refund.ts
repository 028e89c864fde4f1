import { type PaymentsDeps, type RefundRow, requestRefund } from '#server/modules/payments/index.ts'

/** Gives back a payment as support does: all of it, and what it paid for ends, unless told otherwise. */
export const makeRefund = (
  deps: PaymentsDeps,
  paymentId: number,
  given: Partial<Pick<RefundRow, 'amountCents' | 'access' | 'key' | 'reason'>> = {},
): Promise<RefundRow> =>
  deps.db.transaction(tx =>
    requestRefund(tx, deps, {
      paymentId,
      reason: 'A complaint.',
      requestedBy: 'support',
      access: 'end',
      key: crypto.randomUUID(),
      ...given,
    }),
  )
