import { eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import { recurringProfiles } from '../tables.ts'
import { findBarred } from './bar-store.ts'
import type { RenewalRow } from './store.ts'

/**
 * Stops renewals that began while their reader was barred, such as that of a purchase, as if they had been stopped then:
 * what ends the bar lets them go on by its rule.
 *
 * @param rows due renewals whose plans are locked
 * @returns those of other readers
 */
export async function stopBarred(tx: Tx, rows: readonly RenewalRow[]): Promise<RenewalRow[]> {
  const barred = await findBarred(
    tx,
    rows.map(({ reader }) => reader.id),
  )
  for (const { renewal, reader } of rows) {
    const stoppedAt = barred.get(reader.id)
    if (!stoppedAt) continue
    await tx
      .update(recurringProfiles)
      .set({ state: 'admin_stop', stoppedAt })
      .where(eq(recurringProfiles.id, renewal.id))
  }
  return rows.filter(({ reader }) => !barred.has(reader.id))
}
