import type { PaymentGateway } from '#server/gateways/payments/port.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { payments } from './tables.ts'

export type PaymentRow = typeof payments.$inferSelect
export type PaymentPurpose = PaymentRow['purpose']

/** What a module does when a payment that it asked for is settled, in the transaction that settles it. */
export type PaymentReaction = {
  /** Those of its purpose that are paid in one transaction; but for renewals it is one. */
  onPaid(tx: Tx, payments: readonly PaymentRow[]): Promise<void>
  onFailed(tx: Tx, payment: PaymentRow): Promise<void>
  onRefunded(tx: Tx, payment: PaymentRow): Promise<void>
}

/** Told of all payments that come into a state together, whatever they were for; whoever makes documents listens here. */
export type PaymentListener = (
  tx: Tx,
  payments: readonly PaymentRow[],
  state: 'paid' | 'refunded',
) => Promise<void>

/**
 * Payments know nobody above them: what follows from a payment comes in here, from whoever puts the server together.
 */
export type PaymentsDeps = Deps & {
  gateway: PaymentGateway
  reactions: Record<PaymentPurpose, PaymentReaction>
  listeners: readonly PaymentListener[]
}
