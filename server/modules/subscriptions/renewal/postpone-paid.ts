import type { Tx } from '#server/platform/database/database.ts'
import { findHoldings } from '../holdings.ts'
import { carryRenewal, paidAfter, supersedeRenewal } from './carried-renewal.ts'
import type { RenewalRow } from './store.ts'

/**
 * Postpones renewals whose next period is paid already, behind the paid periods, so that no day is charged twice
 * (R11.01). One that would come behind another renewal stops: that one decides for both.
 *
 * @param rows running renewals whose plans are locked
 * @returns those whose next period is unpaid
 */
export async function postponePaid(
  tx: Tx,
  rows: readonly RenewalRow[],
  now: Temporal.Instant,
): Promise<RenewalRow[]> {
  const readers = [...new Set(rows.map(({ reader }) => reader.id))]
  const held = Map.groupBy(await findHoldings(tx, readers, now), each => each.userId)
  const unpaid: RenewalRow[] = []
  for (const row of rows) {
    const behind = paidAfter(row, held.get(row.reader.id) ?? [], now)
    if (!behind) unpaid.push(row)
    else if (behind.renewal) await supersedeRenewal(tx, row.renewal, now)
    else await carryRenewal(tx, row.renewal, behind)
  }
  return unpaid
}
