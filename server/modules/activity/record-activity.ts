import type { ActivityKind } from '#contract/activity/activity.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { activityLog } from './tables.ts'

type ActivityEntry = { userId: number; kind: ActivityKind; details?: Record<string, string> }

/**
 * Writes what a reader did into the reader's own log (domain rule 7).
 *
 * @param tx transaction of what was done, so that neither is there without the other
 * @param entry.details a few words about it; never a password, a code, or a number or address in full
 */
export async function recordActivity(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  entry: ActivityEntry,
): Promise<void> {
  await recordActivities(tx, { clock }, [entry])
}

/** Writes what many readers did, each as recordActivity does one. */
export async function recordActivities(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  entries: readonly ActivityEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const at = clock.now()
  await tx
    .insert(activityLog)
    .values(entries.map(({ details = {}, ...entry }) => ({ ...entry, details, at })))
}
