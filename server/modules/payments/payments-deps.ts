import type { PaymentGateway } from '#server/gateways/payments/port.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { disputes, payments, refunds } from './tables.ts'

export type PaymentRow = typeof payments.$inferSelect
export type RefundRow = typeof refunds.$inferSelect
export type DisputeRow = typeof disputes.$inferSelect
export type PaymentPurpose = PaymentRow['purpose']

/** Callback of the module that requested a payment, run in the transaction that settles it. */
export type PaymentReaction = {
  /** Payments of its purpose that are paid in one transaction; more than one only for renewals. */
  onPaid(tx: Tx, payments: readonly PaymentRow[]): Promise<void>
  onFailed(tx: Tx, payment: PaymentRow): Promise<void>
  /** @param payment after the refund: `refunded` when nothing of it is left */
  onRefunded(tx: Tx, payment: PaymentRow, refund: RefundRow): Promise<void>
  /** Ends what it bought, where nothing of it is left to give back; of what one may withdraw from. */
  onEnded?(tx: Tx, payment: PaymentRow): Promise<void>
}

/** Called after the reaction, whatever the purpose, with all payments that are paid together; documents are made here. */
export type PaymentListener = Pick<PaymentReaction, 'onPaid' | 'onRefunded' | 'onEnded'>

/** What a dispute means for what its reader has, run in the transaction that notes it. */
export type DisputeReaction = {
  onOpened(tx: Tx, payment: PaymentRow, dispute: DisputeRow): Promise<void>
  /** Called when the last that was open of the reader's is won or lost. @param won all of the reader's that were won */
  onAllClosed(tx: Tx, payment: PaymentRow, won: readonly DisputeRow[]): Promise<void>
}

/**
 * Dependency inversion: payments import none of their callers, so the reactions are passed in when the server is put
 * together.
 */
export type PaymentsDeps = Deps & {
  gateway: PaymentGateway
  reactions: Record<PaymentPurpose, PaymentReaction>
  listeners: readonly PaymentListener[]
  disputeReaction: DisputeReaction
}

/** What settling a payment, or refunding it, needs. */
export type SettleDeps = Pick<PaymentsDeps, 'clock' | 'jobs' | 'settings' | 'reactions' | 'listeners'>
