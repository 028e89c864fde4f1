import { and, eq, isNull } from 'drizzle-orm'
import type { AddressInput } from '#contract/addresses/addresses.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { toColumns } from './address-row.ts'
import { addresses } from './tables.ts'

/**
 * Stores an address that a reader gave elsewhere, e.g. with an order: it becomes the latest of its type. Idempotent: no
 * duplicates.
 *
 * @param tx transaction of e.g. the order, which has locked the reader
 */
export async function saveAddress(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  userId: number,
  address: AddressInput,
): Promise<void> {
  const columns = toColumns(address)
  const changedAt = clock.now()
  const same = Object.entries(columns).map(([name, value]) => {
    // The keys are the table's own column names.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const column = addresses[name as keyof typeof columns]
    return value === null ? isNull(column) : eq(column, value)
  })
  const known = await tx
    .update(addresses)
    .set({ changedAt })
    .where(and(eq(addresses.userId, userId), ...same))
    .returning({ id: addresses.id })
  if (known.length === 0) await tx.insert(addresses).values({ ...columns, userId, changedAt })
}
