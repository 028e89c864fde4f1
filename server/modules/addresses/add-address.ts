import type { Address, AddressInput } from '#contract/addresses/addresses.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { lockReader } from '#server/modules/identity/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { toAddress } from './address-row.ts'
import { requireAllowedType } from './require-allowed-type.ts'
import { saveAddress } from './save-address.ts'

/**
 * Adds an address to the reader's own (R1.12). Idempotent: a repeat gives the one that is there.
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
    await lockReader(tx, userId)
    const { row, isNew } = await saveAddress(tx, deps, userId, input)
    if (isNew) await recordActivity(tx, deps, { userId, kind: 'address_added', details: { type: row.type } })
    return toAddress(row)
  })
}
