import type { Tx } from '#server/platform/database/database.ts'
import { payments } from './tables.ts'

type Charge = Pick<
  typeof payments.$inferInsert,
  'userId' | 'productCode' | 'amountCents' | 'at' | 'cardId'
> & {
  gatewayKey: string
}

/**
 * Inserts payments before they are requested at the gateway.
 *
 * @param tx transaction that is committed before the gateway is called
 * @returns their ids, in the order given
 */
export async function createRenewalPayments(tx: Tx, charges: readonly Charge[]): Promise<number[]> {
  if (charges.length === 0) return []
  const rows = await tx
    .insert(payments)
    .values(
      charges.map(charge => ({
        ...charge,
        purpose: 'renewal' as const,
        method: 'card' as const,
        state: 'submitted' as const,
        askedAt: charge.at,
      })),
    )
    .returning({ id: payments.id, gatewayKey: payments.gatewayKey })
  const ids = new Map(rows.map(row => [row.gatewayKey, row.id]))
  return charges.map(({ gatewayKey }) => {
    const id = ids.get(gatewayKey)
    if (id === undefined) throw new Error('An insert returned no row')
    return id
  })
}
