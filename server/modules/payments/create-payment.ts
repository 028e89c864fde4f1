import type { Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/only-row.ts'
import type { PaymentRow } from './payments-deps.ts'
import { payments } from './tables.ts'

/**
 * Writes a payment that is about to be asked for.
 *
 * @param payment.gatewayKey our name of it at the gateway; null when no gateway takes it
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
