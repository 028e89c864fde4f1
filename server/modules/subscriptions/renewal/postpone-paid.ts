import { eq } from 'drizzle-orm'
import { withdrawMails } from '#server/modules/outbox/index.ts'
import type { Tx } from '#server/platform/database.ts'
import { findHoldings } from '../holdings.ts'
import { recurringProfiles } from '../tables.ts'
import { carryRenewal, paidAfter } from './carried-renewal.ts'
import { renewalTopic } from './renewal-mail.ts'
import type { RenewalRow } from './store.ts'

/**
 * Puts renewals whose next period is paid for already behind what is paid for: nobody pays for the same days twice
 * (R11.01). One that would come behind another renewal stops: that one decides for both.
 *
 * @param rows running renewals whose plans are locked
 * @returns those whose next period nobody has paid for
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
    const behind = paidAfter(row, held.get(row.reader.id) ?? [])
    if (!behind) unpaid.push(row)
    else if (behind.renewal) await stopRenewal(tx, row, now)
    else await carryRenewal(tx, row, behind)
  }
  return unpaid
}

async function stopRenewal(tx: Tx, { renewal }: RenewalRow, now: Temporal.Instant): Promise<void> {
  await withdrawMails(tx, renewalTopic(renewal.subscriptionId))
  await tx
    .update(recurringProfiles)
    .set({ state: 'user_stop', stoppedAt: now })
    .where(eq(recurringProfiles.id, renewal.id))
}
