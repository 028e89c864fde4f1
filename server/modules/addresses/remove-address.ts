import { and, eq } from 'drizzle-orm'
import { recordActivity } from '#server/modules/activity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { addresses } from './tables.ts'

/**
 * Removes one of the reader's own addresses. Invoices keep the one that they were made out to.
 *
 * @throws AppError `not_found`, also for another reader's address
 */
export async function removeAddress(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>,
  actor: Actor,
  id: number,
): Promise<void> {
  const { userId } = actor
  await deps.db.transaction(async tx => {
    const [row] = await tx
      .delete(addresses)
      .where(and(eq(addresses.id, id), eq(addresses.userId, userId)))
      .returning({ type: addresses.type })
    if (!row) throw new AppError('not_found')
    await recordActivity(tx, deps, { userId, kind: 'address_removed', details: { type: row.type } })
  })
}
