import type { PaymentGateway } from '#server/gateways/payments/port.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { payments } from './tables.ts'

export type PaymentRow = typeof payments.$inferSelect
export type PaymentPurpose = PaymentRow['purpose']

/** Callback of the module that requested a payment, run in the transaction that settles it. */
export type PaymentReaction = {
  /** Payments of its purpose that are paid in one transaction; more than one only for renewals. */
  onPaid(tx: Tx, payments: readonly PaymentRow[]): Promise<void>
  onFailed(tx: Tx, payment: PaymentRow): Promise<void>
  onRefunded(tx: Tx, payment: PaymentRow): Promise<void>
}

/** Called with all payments that change into a state together, whatever their purpose; documents are made here. */
export type PaymentListener = (
  tx: Tx,
  payments: readonly PaymentRow[],
  state: 'paid' | 'refunded',
) => Promise<void>

/**
 * Dependency inversion: payments import none of their callers, so the reactions are passed in when the server is put
 * together.
 */
export type PaymentsDeps = Deps & {
  gateway: PaymentGateway
  reactions: Record<PaymentPurpose, PaymentReaction>
  listeners: readonly PaymentListener[]
}
