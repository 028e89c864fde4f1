import { eq, inArray } from 'drizzle-orm'
import { lockReader } from '#server/modules/identity/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { stopUntil } from './recurrence/stop-time.ts'
import { findBarred } from './renewal/bar-store.ts'
import { asCharged } from './renewal/carried-renewal.ts'
import { mailStarted } from './renewal/renewal-mail.ts'
import { findStoppedAt } from './renewal/store.ts'
import { recurringProfiles } from './tables.ts'

/**
 * Undoes `stopRenewals` of the publisher: renewals that the reader could still stop in time go on, and the reader is
 * told. No surprise charges: one that is due sooner, or was due meanwhile, stays off as if its reader had stopped it, and
 * can be turned on again. So does every one of a reader who has asked for deletion and was told that nothing more is charged.
 * Where something else of the publisher's still bars them, as a dispute does after a ban, that is
 * what they are stopped by from then on.
 *
 * @param tx transaction that has locked the reader
 * @param moments when they were stopped; what was stopped at another time, for another reason, stays so
 * @returns how many go on
 */
export async function restoreRenewals(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs' | 'settings'>,
  userId: number,
  moments: readonly Temporal.Instant[],
): Promise<number> {
  const stopped = await findStoppedAt(tx, userId, moments)
  const stoppedAt = (await findBarred(tx, [userId])).get(userId)
  if (stoppedAt) {
    const ids = stopped.map(({ renewal }) => renewal.id)
    await tx.update(recurringProfiles).set({ stoppedAt }).where(inArray(recurringProfiles.id, ids))
    return 0
  }
  const isLeaving = (await lockReader(tx, userId))?.anonymizationRequestedAt != null
  const now = deps.clock.now()
  let restored = 0
  for (const each of stopped) {
    const row = isLeaving ? undefined : await asCharged(tx, each, now)
    const goesOn = row && Temporal.Instant.compare(now, stopUntil(row.renewal)) <= 0
    await tx
      .update(recurringProfiles)
      .set(goesOn ? { state: 'active', stoppedAt: null } : { state: 'user_stop' })
      .where(eq(recurringProfiles.id, each.renewal.id))
    if (!goesOn) continue
    restored++
    await mailStarted(tx, deps, row)
  }
  return restored
}
