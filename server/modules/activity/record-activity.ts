import type { ActivityKind } from '#contract/activity/activity.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { activityLog } from './tables.ts'

/**
 * Writes what a reader did into the reader's own log (domain rule 7).
 *
 * @param tx transaction of what was done, so that neither is there without the other
 * @param entry.details a few words about it; never a password, a code, or a number or address in full
 */
export async function recordActivity(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  entry: { userId: number; kind: ActivityKind; details?: Record<string, string> },
): Promise<void> {
  const { userId, kind, details = {} } = entry
  await tx.insert(activityLog).values({ userId, kind, details, at: clock.now() })
}
