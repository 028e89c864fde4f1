import { and, eq } from 'drizzle-orm'
import type { Address, AddressInput } from '#contract/addresses/addresses.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { toAddress, toColumns } from './address-row.ts'
import { requireAllowedType } from './require-allowed-type.ts'
import { addresses } from './tables.ts'

/**
 * Replaces one of the reader's own addresses.
 *
 * @throws AppError `not_found`, also for another reader's address; `address_type_invoice_not_allowed`
 */
export async function changeAddress(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>,
  actor: Actor,
  id: number,
  input: AddressInput,
): Promise<Address> {
  const { userId } = actor
  await requireAllowedType(deps, userId, input.type)
  return deps.db.transaction(async tx => {
    const [row] = await tx
      .update(addresses)
      .set({ ...toColumns(input), changedAt: deps.clock.now() })
      .where(and(eq(addresses.id, id), eq(addresses.userId, userId)))
      .returning()
    if (!row) throw new AppError('not_found')
    await recordActivity(tx, deps, { userId, kind: 'address_changed', details: { type: row.type } })
    return toAddress(row)
  })
}
