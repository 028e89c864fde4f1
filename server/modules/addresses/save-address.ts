import { and, eq, isNull } from 'drizzle-orm'
import type { AddressInput } from '#contract/addresses/addresses.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/only-row.ts'
import type { Deps } from '#server/platform/deps.ts'
import { toColumns } from './address-row.ts'
import { addresses } from './tables.ts'

/** Limit, so that the list needs no pagination. */
const most = 20

/**
 * Stores an address that a reader gave, here or with an order: it becomes the latest of its type. Idempotent: no
 * duplicates.
 *
 * @param tx transaction that has locked the reader, so that concurrent calls are counted one after the other
 * @throws AppError `address_limit_reached` where a new one would be more than 20
 */
export async function saveAddress(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  userId: number,
  address: AddressInput,
): Promise<{ row: typeof addresses.$inferSelect; isNew: boolean }> {
  const columns = toColumns(address)
  const changedAt = clock.now()
  const same = Object.entries(columns).map(([name, value]) => {
    // The keys are the table's own column names.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const column = addresses[name as keyof typeof columns]
    return value === null ? isNull(column) : eq(column, value)
  })
  const ofReader = eq(addresses.userId, userId)
  const [known] = await tx
    .update(addresses)
    .set({ changedAt })
    .where(and(ofReader, ...same))
    .returning()
  if (known) return { row: known, isNew: false }
  const kept = await tx.$count(addresses, ofReader)
  if (kept >= most) throw new AppError({ key: 'address_limit_reached', params: { max: most } })
  const added = await tx
    .insert(addresses)
    .values({ ...columns, userId, changedAt })
    .returning()
  return { row: onlyRow(added), isNew: true }
}
