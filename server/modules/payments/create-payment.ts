import type { Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/only-row.ts'
import type { PaymentRow } from './payments-deps.ts'
import { payments } from './tables.ts'

/**
 * Inserts a payment before it is requested.
 *
 * @param payment.gatewayKey idempotency key at the gateway; null when no gateway takes it
 */
export async function createPayment(
  tx: Tx,
  payment: Pick<
    typeof payments.$inferInsert,
    'userId' | 'productCode' | 'purpose' | 'method' | 'amountCents' | 'at' | 'gatewayKey' | 'cardId'
  > & { state?: 'created' | 'submitted' },
): Promise<PaymentRow> {
  const row = onlyRow(
    await tx
      .insert(payments)
      .values({ state: 'created', ...payment })
      .returning(),
  )
  return row
}
