import { eq } from 'drizzle-orm'
import type { Address, AddressInput } from '#contract/addresses/addresses.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { lockReader } from '#server/modules/identity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { onlyRow } from '#server/platform/database/only-row.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { toAddress, toColumns } from './address-row.ts'
import { requireAllowedType } from './require-allowed-type.ts'
import { addresses } from './tables.ts'

/** Limit, so that the list needs no pagination. */
const most = 20

/**
 * Adds an address to the reader's own (R1.12).
 *
 * @throws AppError `address_type_invoice_not_allowed`, `address_limit_reached` beyond 20
 */
export async function addAddress(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>,
  actor: Actor,
  input: AddressInput,
): Promise<Address> {
  const { userId } = actor
  await requireAllowedType(deps, userId, input.type)
  return deps.db.transaction(async tx => {
    // Locked until the end, so that concurrent calls are counted one after the other.
    await lockReader(tx, userId)
    const kept = await tx.$count(addresses, eq(addresses.userId, userId))
    if (kept >= most) throw new AppError({ key: 'address_limit_reached', params: { max: most } })
    const row = onlyRow(
      await tx
        .insert(addresses)
        .values({ ...toColumns(input), userId, changedAt: deps.clock.now() })
        .returning(),
    )
    await recordActivity(tx, deps, { userId, kind: 'address_added', details: { type: row.type } })
    return toAddress(row)
  })
}
