import { eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
// Read for whose it is: the rows belong to the payments module.
import { payments } from '../payments/tables.ts'

/** Id of the reader whom a payment is of. */
export async function findPayerOf(tx: Tx, paymentId: number): Promise<number | undefined> {
  const [payment] = await tx
    .select({ userId: payments.userId })
    .from(payments)
    .where(eq(payments.id, paymentId))
  return payment?.userId
}
